// The service worker: opens the app without a connection. It keeps index.html, which all pages share, and the files of /assets that this
// browser has loaded. It never sees what the API says: those requests do not pass here.
const cacheName = 'cairn.app'
const page = '/'
// The build writes them here (build/worker.ts): the first segments of the addresses that index.html is for.
const segments = /* segments */ []
/** Far more than a build has. */
const maximumFiles = 400
/**
 * For this long, a page that came over the connection loads its files by itself. Chromium may have preloaded one from what an earlier
 * page left in memory, without this worker. It would load that file twice, and complain.
 */
const startMilliseconds = 10_000
let openedAt = Number.NEGATIVE_INFINITY

self.addEventListener('install', () => self.skipWaiting())

/** A page names files that it has loaded: this worker has not seen those of the first page. */
self.addEventListener('message', (event) => {
  const files = event.data.files.filter(isAsset)
  event.waitUntil(Promise.all([keepFirstPage(), ...files.map(keepFile)]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate' && isPage(request.url)) event.respondWith(openPage(event))
  else if (isAsset(request.url) && !isStarting()) event.respondWith(openFile(request))
})

/** Names in /assets change with their content. */
function isAsset(url) {
  const { origin, pathname } = new URL(url, location.origin)
  return origin === location.origin && pathname.startsWith('/assets/')
}

function isStarting() {
  return navigator.onLine && Date.now() - openedAt < startMilliseconds
}

/** The newest page, or the one of the last visit without a connection. */
async function openPage(event) {
  try {
    const response = await fetch(event.request)
    openedAt = Date.now()
    if (isHtml(response)) event.waitUntil(keepPage(response.clone()))
    return response
  } catch (error) {
    openedAt = Number.NEGATIVE_INFINITY
    const kept = await (await caches.open(cacheName)).match(page)
    if (kept === undefined) throw error
    return kept
  }
}

function isHtml(response) {
  return (
    response.ok && !response.redirected && /^text\/html\b/.test(response.headers.get('content-type') ?? '')
  )
}

/** Only addresses of the app. Others, such as the emails of one machine, are no business of this worker. */
function isPage(url) {
  return segments.includes(new URL(url).pathname.split('/')[1])
}

async function openFile(request) {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request.url)
  if (kept !== undefined) return kept
  const response = await fetch(request)
  if (response.ok) await put(cache, request.url, response.clone())
  return response
}

/** From the browser's own cache, as a rule. */
async function keepFile(url) {
  const cache = await caches.open(cacheName)
  if ((await cache.match(url)) !== undefined) return
  const response = await fetch(url)
  if (response.ok) await put(cache, url, response)
}

async function put(cache, url, response) {
  if ((await cache.keys()).length < maximumFiles) await cache.put(url, response)
}

let firstPage

/** Messages that arrive together share one request: a later response must not replace the page of a new build. */
function keepFirstPage() {
  firstPage ??= loadFirstPage().finally(() => {
    firstPage = undefined
  })
  return firstPage
}

async function loadFirstPage() {
  const cache = await caches.open(cacheName)
  if ((await cache.match(page)) !== undefined) return
  const response = await fetch(page)
  if (isHtml(response)) await cache.put(page, response)
}

/** Keeps index.html, which is the same for all pages. If it is that of a new build, the files of the old one are deleted. */
async function keepPage(response) {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(page)
  const [before, now] = await Promise.all([kept?.text(), response.clone().text()])
  if (before === now) return
  for (const { url } of await cache.keys()) if (isAsset(url)) await cache.delete(url)
  await cache.put(page, response)
}
