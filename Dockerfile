# The site behind nginx, with its headers: docker build -t lithoscope . && docker run -p 8080:8080 lithoscope
# Who else may show it in a frame: --build-arg LITHOSCOPE_FRAME_ANCESTORS="'self' https://forum.example"
FROM node:20-bookworm AS build
ARG LITHOSCOPE_FRAME_ANCESTORS=""
ENV LITHOSCOPE_FRAME_ANCESTORS=$LITHOSCOPE_FRAME_ANCESTORS
WORKDIR /lithoscope
COPY . .
RUN npm run build && node tools/headers.mjs > build/nginx.conf

FROM nginx:1.28-alpine
# Without root: no port below 1024, and what nginx writes lies where its own user may write.
RUN sed -i '/^user /d; s#^pid .*#pid /tmp/nginx.pid;#' /etc/nginx/nginx.conf && chown -R nginx:nginx /var/cache/nginx
COPY --from=build /lithoscope/build/nginx.conf /etc/nginx/conf.d/default.conf
COPY --from=build /lithoscope/dist /usr/share/nginx/html
USER nginx
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s CMD wget -q -O /dev/null http://127.0.0.1:8080/ || exit 1
