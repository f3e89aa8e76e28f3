import { useEffect, useState } from 'react'
import type * as z from 'zod'

type Draft<Value> = {
  value: Value
  set: (value: Value) => void
  /** It was found from before: the page was loaded anew in the middle of typing. */
  isRestored: boolean
  discard: () => void
}

function read<Value>(key: string, schema: z.ZodType<Value>): Value | undefined {
  try {
    const result = schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden: what is typed then lives as long as the page.
  }
}

/** State of a form that survives a reload, in this tab only. `discard` once it is sent, or given up. */
export function useDraft<Value>(key: string, schema: z.ZodType<Value>, initial: () => Value): Draft<Value> {
  const [state, setState] = useState(() => {
    const kept = read(key, schema)
    return { value: kept ?? initial(), isRestored: kept !== undefined, isTouched: false }
  })
  useEffect(() => {
    if (state.isTouched) write(key, state.value)
  }, [key, state])
  return {
    value: state.value,
    isRestored: state.isRestored,
    set: (value) => setState((before) => ({ ...before, value, isTouched: true })),
    discard: () => {
      write(key, undefined)
      setState({ value: initial(), isRestored: false, isTouched: false })
    },
  }
}
