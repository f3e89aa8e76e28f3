import { organizationIdHeader } from '@cairn/contract/http/headers/header-names'

type EarlyResponse = { organizationId: string | undefined; response: Promise<Response> }

declare global {
  interface Window {
    /** Responses that `public/start.js` requested while the app was loaded, by path and query. */
    earlyResponses?: Map<string, EarlyResponse>
  }
}

/** The response to the same request, if it has been sent early. Each is taken once. */
export function takeEarlyResponse(
  url: string,
  { method, headers }: RequestInit,
): Promise<Response> | undefined {
  const early = globalThis.window?.earlyResponses
  const found = early?.get(url)
  const organizationId = new Headers(headers).get(organizationIdHeader) ?? undefined
  if (method !== 'GET' || found?.organizationId !== organizationId) return undefined
  early?.delete(url)
  return found?.response
}

/** Discards unused responses, which would be out of date. */
export function forgetEarlyResponses(): void {
  globalThis.window?.earlyResponses?.clear()
}
