FROM python:3.13.15-slim-trixie

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /srv/musterbook

# pg_dump and pg_restore for backup and restore; the major version is the one of PostgreSQL in docker-compose.yml.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/*

COPY requirements.lock .
RUN pip install --require-hashes -r requirements.lock

COPY . .
# This key only lets the settings load during the build. It signs nothing and isn't in the image's environment.
RUN python -m compileall -q api builder scripts \
    && SECRET_KEY=while-building python manage.py prepare --static \
    && groupadd --gid 10001 musterbook \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin musterbook \
    && install --directory --owner=10001 --group=10001 --mode=0750 /var/lib/musterbook /backups

USER 10001:10001
EXPOSE 8000
ENV GUNICORN_LOG_LEVEL=info
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "scripts/healthcheck.py"]
CMD ["gunicorn", "--config", "scripts/gunicorn.conf.py", "--bind", "0.0.0.0:8000", "builder.wsgi:application"]
