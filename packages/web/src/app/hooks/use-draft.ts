import { useState } from 'react'

export type Draft<Value> = {
  value: Value
  set: (value: Value) => void
  /** Whether discarding would lose something. */
  isDirty: boolean
  /** Whether the value was restored from an earlier visit to the page. */
  isRestored: boolean
  /** Shows a value from an earlier visit, which another device has left. */
  restore: (value: Value) => void
  discard: () => void
}

/** A schema of Zod, or a function like its own. */
type Schema<Value> = { safeParse: (value: unknown) => { success: boolean; data?: Value | undefined } }

function read<Value>(key: string, schema: Schema<Value>): Value | undefined {
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
    // Storage is full or blocked. The draft is then lost with the page.
  }
}

/** Whether somebody has left something typed. */
export function hasDraft(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Puts a value where the form with this key begins. */
export const startDraft = (key: string, value: unknown): void => write(key, value)

/**
 * Form state that survives leaving and reloading the page, in this tab only. Call `discard` after sending or canceling. A
 * value that `isUntouched` is neither stored nor restored.
 */
export function useDraft<Value>(
  key: string,
  schema: Schema<Value>,
  initial: () => Value,
  isUntouched: (value: Value) => boolean,
): Draft<Value> {
  const [state, setState] = useState(() => {
    const stored = read(key, schema)
    const isRestored = stored !== undefined && !isUntouched(stored)
    return { value: isRestored ? stored : initial(), isRestored }
  })
  return {
    ...state,
    isDirty: !isUntouched(state.value),
    set: (value) => {
      write(key, isUntouched(value) ? undefined : value)
      setState(({ isRestored }) => ({ value, isRestored }))
    },
    restore: (value) => {
      if (isUntouched(value)) return
      write(key, value)
      setState({ value, isRestored: true })
    },
    discard: () => {
      write(key, undefined)
      setState({ value: initial(), isRestored: false })
    },
  }
}
