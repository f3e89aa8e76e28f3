import type { FetchInit, FetchResponse, Signal } from './platform.ts'

/** Returns the secret of a token, or the access token of a grant. */
export type TokenSource = string | (() => string | Promise<string>)

export type CairnClientOptions = {
  /** The address of Cairn, such as `https://cairn.example.com`. */
  origin: string
  /** The secret of an API token, or an OAuth access token. A function is called for each request, so that it can renew the token. */
  token?: TokenSource | undefined
  /** Names your program in the service's log, such as `helpdesk-bot/2.1`. Browsers may not send it. */
  userAgent?: string | undefined
  /** The time limit of an attempt, in milliseconds, with the response's body. Default: 30,000. */
  timeoutMilliseconds?: number | undefined
  /** How often a request is sent at most, when that is safe. 1 never repeats one. Default: 4. */
  maximumAttempts?: number | undefined
  /** If the service asks to wait longer than this many seconds, the call throws instead. Default: 60. */
  maximumWaitSeconds?: number | undefined
  /** Allows a token over plain `http` to another machine, where anybody in between can read it. Default: false. */
  allowInsecureOrigin?: boolean | undefined
  /** Default: the global `fetch`. */
  fetch?: ((url: string, init: FetchInit) => Promise<FetchResponse>) | undefined
  /** Waits between attempts. For tests. Default: a timer that the signal ends. */
  pause?: ((milliseconds: number, signal: Signal | undefined) => Promise<void>) | undefined
  /** Returns milliseconds by a clock that nobody sets. For tests. Default: `performance.now`. */
  now?: (() => number) | undefined
}

export type CallOptions = {
  /** Ends the call, pauses included. It then throws the signal's reason. */
  signal?: Signal | undefined
  /** As in the options of the client, for this call. */
  timeoutMilliseconds?: number | undefined
  /** As in the options of the client, for this call. */
  maximumAttempts?: number | undefined
  /**
   * For operations that create something: 1 to 200 printable ASCII characters. The same key and content within 24 hours create
   * one thing, also from another process. Default: a new key for each call, so that its own retries create one thing.
   */
  idempotencyKey?: string | undefined
  /** Called if the response repeats that of an earlier request with the same key, which created what it says. */
  onRepeated?: (() => void) | undefined
}
