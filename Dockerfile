# One image for web, worker and beat; docker-compose.yml says which command each runs.
# PgBouncer has one of its own, which is built only where it is asked for.
FROM debian:bookworm-slim AS pgbouncer
RUN apt-get update \
 && apt-get install --yes --no-install-recommends pgbouncer \
 && rm -rf /var/lib/apt/lists/*
USER nobody
EXPOSE 6432
CMD ["pgbouncer", "/etc/pgbouncer/pgbouncer.ini"]

FROM python:3.13-slim-bookworm AS build
WORKDIR /app
RUN python -m venv /venv
COPY requirements.lock ./
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY . .
# Compiled here, because nobody may write in the image: else every start of a process would.
RUN /venv/bin/python -m compileall -q games league scripts \
 && /venv/bin/python scripts/compile_messages.py \
 && ARBITR_MODE=production SECRET_KEY=only-for-collectstatic ARBITR_HOSTS=localhost \
    DATABASE_URL=postgres://unused REDIS_URL=redis://unused \
    /venv/bin/python manage.py collectstatic --no-input

FROM python:3.13-slim-bookworm AS arbitr
# A new volume takes over whose the folder is that it is mounted on.
RUN useradd --system --uid 10001 --create-home arbitr \
 && install --directory --owner=arbitr --mode=0700 /backups
WORKDIR /app
COPY --from=build /venv /venv
COPY --from=build --chown=root:root /app /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 ARBITR_MODE=production
USER arbitr
EXPOSE 8000
CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", "league.config.wsgi:application"]
