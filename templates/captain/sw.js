{% load static %}// A table's page without the network, on https and on localhost. What it keeps: the page without data, and the scripts,
// styles and pictures whose names hold their hash. Never anything else. Another release changes the line below.
const SHELL = "{% url 'captain:app-shell' %}";
const KEPT = "troel {% static 'troel/captain/outbox.js' %}";
const STATIC = "{% get_static_prefix %}";
// Longer than this (ms), and what is kept is shown.
const PATIENCE = 8000;

async function keepShell() {
  const cache = await caches.open(KEPT);
  const shell = await fetch(SHELL, { cache: "no-store" });
  if (!shell.ok) throw new Error(`${shell.status}`);
  const named = [...(await shell.clone().text()).matchAll(/(?:href|src)="([^"]+)"/g)].map((found) => found[1]);
  await cache.addAll(new Set(named.filter((path) => path.startsWith(STATIC))));
  await cache.put(SHELL, shell);
}

async function clear() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await clients.claim();
}

async function keptFirst(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}

async function shellWithout(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    return (await caches.match(SHELL)) ?? Response.error();
  }
}

addEventListener("install", (event) => event.waitUntil(keepShell().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clear()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(shellWithout(request));
  else if (pathname.startsWith(STATIC)) event.respondWith(keptFirst(request));
});
