"""What each game thinks of when somebody has the turn: the decisions that a person would look through."""
