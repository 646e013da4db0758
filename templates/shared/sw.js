{% load static %}// A page without the network, on https and on localhost. What is kept: that page, and the scripts, styles and
// pictures whose names hold their hash. Never anything else. Another release changes the name of the cache.
const SHELL = "{{ page }}";
const FAMILY = "{{ family }} ";
const KEPT = FAMILY + "{% static module %}";
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
  for (const name of await caches.keys()) if (name.startsWith(FAMILY) && name !== KEPT) await caches.delete(name);
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
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok && new URL(request.url).pathname === SHELL) (await caches.open(KEPT)).put(SHELL, answer.clone());
    return answer;
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
