import { useState } from 'react'
import type * as z from 'zod'

export type Draft<Value> = {
  value: Value
  set: (value: Value) => void
  /** Something was typed that would be lost. */
  isTyped: boolean
  /** What was typed before the page was left or loaded again is back. */
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

/**
 * State of a form that survives leaving and loading the page, in this tab only. `discard` once it is sent, or given
 * up. A value that `isUntouched` is neither kept nor restored: there is nothing to lose in it.
 */
export function useDraft<Value>(
  key: string,
  schema: z.ZodType<Value>,
  initial: () => Value,
  isUntouched: (value: Value) => boolean,
): Draft<Value> {
  const [state, setState] = useState(() => {
    const kept = read(key, schema)
    const isRestored = kept !== undefined && !isUntouched(kept)
    return { value: isRestored ? kept : initial(), isRestored }
  })
  return {
    ...state,
    isTyped: !isUntouched(state.value),
    set: (value) => {
      write(key, isUntouched(value) ? undefined : value)
      setState(({ isRestored }) => ({ value, isRestored }))
    },
    discard: () => {
      write(key, undefined)
      setState({ value: initial(), isRestored: false })
    },
  }
}
