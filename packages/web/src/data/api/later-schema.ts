import type * as z from 'zod'

/** The schema of a form that is loaded after the form is shown. Sign-in weighs a seventh less without zod. */
export type LaterSchema = {
  /** Undefined until it is loaded. */
  current: (() => z.ZodType) | undefined
  /** Never rejects: if it cannot be loaded, the service alone validates. */
  load: () => Promise<void>
}

export function laterSchema(load: () => Promise<() => z.ZodType>): LaterSchema {
  let loading: Promise<void> | undefined
  const later: LaterSchema = {
    current: undefined,
    load: () => {
      loading ??= load().then(
        (schema) => {
          later.current = schema
        },
        () => undefined,
      )
      return loading
    },
  }
  return later
}
