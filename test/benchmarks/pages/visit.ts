import type { Browser, CDPSession, Page } from 'playwright-core'
import type { Seed, VisitedPage } from './visited-pages.ts'

type Condition = {
  bytesPerSecond: number
  roundTripMilliseconds: number
  /** How many times slower the processor is. */
  slowdown: number
  /** Until a page is usable. */
  maximumSeconds?: number
}

const bytesPerSecond = (kilobits: number) => (kilobits * 1_000) / 8
const slow4g = { bytesPerSecond: bytesPerSecond(1_600), roundTripMilliseconds: 150, slowdown: 1 }

export const connections: Record<'slow 4G' | 'slow 3G' | 'slow 4G, CPU ×4', Condition> = {
  'slow 4G': { ...slow4g, maximumSeconds: 2 },
  'slow 3G': {
    bytesPerSecond: bytesPerSecond(400),
    roundTripMilliseconds: 400,
    slowdown: 1,
    maximumSeconds: 5,
  },
  'slow 4G, CPU ×4': { ...slow4g, slowdown: 4 },
}

export type Connection = keyof typeof connections

export type Visit = {
  requests: number
  /** Received, compressed, with headers. */
  bytes: number
  /** Without headers. */
  scriptBytes: number
  /** Responses that had arrived when the page was usable. */
  neededBytes: number
  usableMilliseconds: number
  /** Cumulative layout shift until nothing more is loaded: what moved although nobody had pressed anything. */
  layoutShift: number
}

type VisitOptions = { origin: string; page: VisitedPage; seed: Seed }

/** Opens a page as a browser that was never there, and waits until nothing more is loaded. */
export async function visit(
  chromium: Browser,
  connection: Connection,
  { origin, page: { path, isSignedIn, selectors }, seed }: VisitOptions,
): Promise<Visit> {
  const context = await chromium.newContext({ baseURL: origin, viewport: { width: 1280, height: 860 } })
  try {
    const [name = '', value = ''] = seed.cookie.split('=')
    if (isSignedIn) await context.addCookies([{ name, value, url: origin }])
    const page = await context.newPage()
    await page.addInitScript(addUpShifts)
    const cdp = await context.newCDPSession(page)
    const received = await listen(cdp)
    await slowDown(cdp, connections[connection])
    await page.goto(path(seed), { waitUntil: 'commit' })
    const usableMilliseconds = await usableAfter(page, selectors)
    const neededBytes = received.bytes
    await page.waitForLoadState('networkidle')
    const layoutShift = await page.evaluate<number>('shifts')
    return { ...received, neededBytes, usableMilliseconds, layoutShift }
  } finally {
    await context.close()
  }
}

/** A text, because functions for the page would need the types of a browser. */
const addUpShifts = `globalThis.shifts = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value
  }).observe({ type: 'layout-shift', buffered: true })`

/**
 * Waits until one element of each selector is visible. Returns the milliseconds since the navigation began, by the clock of the
 * page, which looks in every frame that it paints.
 */
async function usableAfter(page: Page, selectors: readonly string[]): Promise<number> {
  // A text, because functions for the page would need the types of a browser.
  return page.evaluate<number>(`new Promise((resolve) => {
    const isVisible = (selector) => [...document.querySelectorAll(selector)].some((one) => one.checkVisibility())
    const look = () =>
      ${JSON.stringify(selectors)}.every(isVisible) ? resolve(performance.now()) : requestAnimationFrame(look)
    look()
  })`)
}

/** Counts what a page requests and receives, as long as it is open. */
async function listen(cdp: CDPSession): Promise<Pick<Visit, 'requests' | 'bytes' | 'scriptBytes'>> {
  const received = { requests: 0, bytes: 0, scriptBytes: 0 }
  /** The bytes of the headers of each script. */
  const scripts = new Map<string, number>()
  cdp.on('Network.requestWillBeSent', () => {
    received.requests += 1
  })
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType === 'text/javascript') scripts.set(requestId, response.encodedDataLength)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    received.bytes += encodedDataLength
    const headers = scripts.get(requestId)
    if (headers !== undefined) received.scriptBytes += encodedDataLength - headers
  })
  await cdp.send('Network.enable')
  return received
}

async function slowDown(cdp: CDPSession, condition: Condition): Promise<void> {
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: condition.roundTripMilliseconds,
    downloadThroughput: condition.bytesPerSecond,
    uploadThroughput: condition.bytesPerSecond,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: condition.slowdown })
}
