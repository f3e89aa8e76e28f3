/**
 * The platform's types that the public types of the client name. If the types of browsers or of Node are installed, these are
 * theirs; otherwise they have only what the client needs, so that it compiles without both.
 */

export type AbortSignalLike = {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** `AbortSignal` of the platform. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Type } }
  ? Type
  : AbortSignalLike

/** The options that the client passes to `fetch`. */
export type FetchInit = {
  method: string
  headers: Record<string, string>
  redirect: 'manual'
  body?: string
  signal: Signal
}

/** The part of a `Response` that the client reads. */
export type FetchResponse = {
  readonly status: number
  readonly type?: string
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}
