import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod'
import {
  type FieldRefusals,
  type FormWords,
  type Problems,
  problemsOf,
  refusalOf,
  type Shown,
  shownAfterChange,
} from './problems.ts'

type Form<Body> = {
  schema: () => z.ZodType
  /** What would be sent now. */
  body: Body
  words: FormWords
  refusals?: FieldRefusals
  /** Called only where the schema finds nothing wrong in a field of the form. */
  send: (body: Body) => Promise<unknown>
}

type Submit = {
  /** The form's element, for the focus on what is wrong. */
  form: React.RefObject<HTMLFormElement | null>
  problems: Problems
  /** What was thrown by the last try, until the next one, unless a field tells it. */
  failure: unknown
  busy: boolean
  submit: (event?: FormEvent) => Promise<void>
  reset: () => void
}

/** The first control of the first field with a problem. */
const wrongControl = '[aria-invalid="true"], [data-invalid] :is(input, button):enabled'

/**
 * The life of a form: judged by the contract's schema, sent, refused or done. Once a problem is shown, its field is
 * judged at every change. What is typed is never touched.
 */
export function useSubmit<Body>({ schema, body, words, refusals = {}, send }: Form<Body>): Submit {
  const form = useRef<HTMLFormElement>(null)
  const [shown, setShown] = useState<Shown>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  const judge = () => problemsOf(schema(), body, words)
  const isClean = Object.keys(shown).length === 0
  const current = isClean ? shown : shownAfterChange(shown, judge(), body)
  if (current !== shown) setShown(current)

  /**
   * Shows what is wrong, and puts the focus there within the same turn: the next key goes to the right field. False
   * where there is no such field on the page.
   */
  function show(found: Shown): boolean {
    flushSync(() => setShown(found))
    const control = form.current?.querySelector<HTMLElement>(wrongControl)
    control?.focus()
    return control != null
  }

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (busy) return
    setFailure(undefined)
    const found: Shown = {}
    for (const [path, sentence] of Object.entries(judge())) found[path] = { sentence }
    if (show(found)) return
    setBusy(true)
    try {
      await send(body)
    } catch (error) {
      const refusal = refusalOf(error, body, words, refusals)
      if (!show(refusal.shown) || refusal.unplaced) setFailure(error)
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
