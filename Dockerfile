# fracas as a container: docker build -t fracas . && docker run -p 8000:8000 -v fracas:/data fracas
# The fights are in the volume /data. The first lines of the log have the host's link.
FROM python:3.11-slim AS build
WORKDIR /src
COPY pyproject.toml requirements.lock README.md LICENSE NOTICE ./
COPY src src
RUN pip install --no-cache-dir --quiet build && python -m build --wheel --outdir /wheels .

FROM python:3.11-slim
COPY requirements.lock /tmp/requirements.lock
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --quiet -r /tmp/requirements.lock && pip install --no-cache-dir --quiet --no-deps /wheels/*.whl \
    && rm -r /wheels /tmp/requirements.lock && useradd --create-home fracas && mkdir /data && chown fracas /data
USER fracas
ENV FRACAS_DATA=/data
VOLUME /data
EXPOSE 8000
CMD ["fracas", "serve", "--host", "0.0.0.0", "--samples"]
