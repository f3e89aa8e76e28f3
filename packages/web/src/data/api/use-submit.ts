import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod'
import {
  type FieldsByErrorCode,
  type FormTexts,
  type Problems,
  placeApiError,
  problemsOf,
  type Shown,
  shownAfterChange,
} from './failures/problems.ts'
import type { LaterSchema } from './later-schema.ts'

type Form<Body> = {
  schema: (() => z.ZodType) | LaterSchema
  /** The request body. */
  body: Body
  texts: FormTexts
  fieldsByErrorCode?: FieldsByErrorCode
  /** Called only if every field of the form is valid. */
  send: (body: Body) => Promise<unknown>
}

type Submit = {
  /** The form element, used to focus the first invalid field. */
  form: React.RefObject<HTMLFormElement | null>
  problems: Problems
  /** The error of the last attempt, unless it is shown at a field. */
  failure: unknown
  busy: boolean
  submit: (event?: FormEvent) => Promise<void>
  reset: () => void
}

/** Matches the first control of each invalid field. */
const invalidControl = '[aria-invalid="true"], [data-invalid] :is(input, button):enabled'

/**
 * Validates a form with the contract's schema and submits it. While a field shows a problem, it is validated again after
 * every change. Never changes what was typed.
 */
export function useSubmit<Body>({ schema, body, texts, fieldsByErrorCode = {}, send }: Form<Body>): Submit {
  const form = useRef<HTMLFormElement>(null)
  const [shown, setShown] = useState<Shown>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  const later = 'load' in schema ? schema : undefined
  const typed = JSON.stringify(body)
  const first = useRef(typed)
  useEffect(() => {
    if (typed !== first.current) void later?.load()
  }, [typed, later])

  function validate(): Problems {
    const loaded = 'load' in schema ? schema.current : schema
    return loaded ? problemsOf(loaded(), body, texts) : {}
  }
  const isClean = Object.keys(shown).length === 0
  const current = isClean ? shown : shownAfterChange(shown, validate(), body)
  if (current !== shown) setShown(current)

  /**
   * Shows the problems and focuses the first invalid field synchronously, so that the next key press goes there. Returns
   * false if no field on the page is invalid.
   */
  function show(found: Shown): boolean {
    flushSync(() => setShown(found))
    const control = form.current?.querySelector<HTMLElement>(invalidControl)
    control?.focus()
    return control != null
  }

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (busy) return
    setFailure(undefined)
    if (later && !later.current) {
      setBusy(true)
      await later.load()
      setBusy(false)
    }
    const found: Shown = {}
    for (const [path, sentence] of Object.entries(validate())) found[path] = { sentence }
    if (show(found)) return
    setBusy(true)
    try {
      await send(body)
    } catch (error) {
      const placed = placeApiError(error, body, texts, fieldsByErrorCode)
      if (!show(placed.shown) || placed.unplaced) setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  function reset(): void {
    setShown({})
    setFailure(undefined)
  }

  const problems = Object.fromEntries(Object.entries(current).map(([path, { sentence }]) => [path, sentence]))
  return { form, problems, failure, busy, submit, reset }
}
