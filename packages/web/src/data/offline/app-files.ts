/**
 * Lets the service worker keep the files of the app, so that it starts without a connection. The worker does not see what the first
 * page loads before it controls it, so the page names its files.
 */
export async function keepAppFiles(): Promise<void> {
  if (!import.meta.env.PROD) return
  await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  new PerformanceObserver((list) => {
    active?.postMessage({ files: list.getEntries().map(({ name }) => name) })
  }).observe({ type: 'resource', buffered: true })
}
