"""Figures for Prometheus: requests by route and status, their time, live streams, events written. No fight, no name."""

from __future__ import annotations

import threading
from collections import Counter

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds of the histogram of request times, in seconds."""


class Metrics:
    """Counters that threads share."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._buckets: Counter[float] = Counter()
        self._seconds = 0.0
        self.streams = 0
        self.events = 0

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """One request that was answered."""
        with self._lock:
            self._requests[method, route, status] += 1
            self._seconds += seconds
            for bound in BOUNDS:
                if seconds <= bound:
                    self._buckets[bound] += 1

    def event(self, count: int = 1) -> None:
        """An append that was heard of."""
        with self._lock:
            self.events += count

    def text(self) -> str:
        """All of it in Prometheus' text format.

        >>> metrics = Metrics()
        >>> metrics.request("GET", "/health", 200, 0.003)
        >>> print(metrics.text().splitlines()[2])
        fracas_requests_total{method="GET",route="/health",status="200"} 1
        """
        with self._lock:
            rows = sorted(self._requests.items())
            total = sum(self._requests.values())
            lines = [
                "# HELP fracas_requests_total Requests answered.",
                "# TYPE fracas_requests_total counter",
                *(f'fracas_requests_total{{method="{m}",route="{r}",status="{s}"}} {n}' for (m, r, s), n in rows),
                "# HELP fracas_request_seconds Time to answer, live streams left out.",
                "# TYPE fracas_request_seconds histogram",
                *(f'fracas_request_seconds_bucket{{le="{bound}"}} {self._buckets[bound]}' for bound in BOUNDS),
                f'fracas_request_seconds_bucket{{le="+Inf"}} {total}',
                f"fracas_request_seconds_sum {self._seconds:.6f}",
                f"fracas_request_seconds_count {total}",
                "# HELP fracas_streams Live streams that are open.",
                "# TYPE fracas_streams gauge",
                f"fracas_streams {self.streams}",
                "# HELP fracas_events_heard_total Appends to fights that this process has made or heard of.",
                "# TYPE fracas_events_heard_total counter",
                f"fracas_events_heard_total {self.events}",
            ]
        return "\n".join(lines) + "\n"
