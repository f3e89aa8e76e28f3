import { type Client, createClient } from '@cairn/contract/http/client'

type Address = { origin: string }

/** Calls the service as the web app does before anybody has signed in. */
export function anonymous({ origin }: Address): Client {
  return createClient({ baseUrl: origin, headers: { origin } })
}

/** Calls the service as the web app does with this session cookie. */
export function withCookie({ origin }: Address, cookie: string): Client {
  return createClient({ baseUrl: origin, headers: { origin, cookie } })
}
