# One image for web, worker, beat and migrations; compose names the command.
FROM python:3.13-slim-trixie AS packages
COPY requirements/server.txt .
RUN python -m venv /opt/stet \
 && /opt/stet/bin/pip install --no-cache-dir --require-hashes --no-deps --requirement server.txt

FROM python:3.13-slim-trixie
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin stet
COPY --from=packages /opt/stet /opt/stet
ENV PATH=/opt/stet/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 DJANGO_SETTINGS_MODULE=reviewapp.settings
WORKDIR /srv
COPY manage.py ./
COPY reviewapp reviewapp
COPY workers workers
COPY templates templates
COPY static static
COPY locale locale
# Only names and fingerprints of static files are computed here: no key and no server is used.
RUN SECRET_KEY=build PUBLIC_URL=http://localhost DATABASE_URL=postgresql:/// REDIS_URL=redis://localhost \
    python manage.py collectstatic --no-input --verbosity 0
USER stet
EXPOSE 8000
CMD ["gunicorn", "--config", "python:reviewapp.serving", "--bind", "0.0.0.0:8000", "--forwarded-allow-ips", "*", \
     "reviewapp.asgi:application"]
