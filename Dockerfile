FROM python:3.13-slim

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /srv/musterbook

COPY requirements.lock .
RUN pip install --require-hashes -r requirements.lock

COPY . .
# The key only lets the settings load while the image is made; it signs nothing and is not kept.
RUN python -m compileall -q api builder \
    && SECRET_KEY=while-building python manage.py prepare --static \
    && useradd --system --no-create-home musterbook \
    && install --directory --owner=musterbook /var/lib/musterbook

USER musterbook
EXPOSE 8000
ENV GUNICORN_LOG_LEVEL=info
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "scripts/healthcheck.py"]
CMD ["gunicorn", "--config", "scripts/gunicorn.conf.py", "--bind", "0.0.0.0:8000", "builder.wsgi:application"]
