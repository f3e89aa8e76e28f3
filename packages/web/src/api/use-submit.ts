import { type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod'
import { type Problems, problemsOf, problemsOfFailure } from './problems.ts'

type Submit<Value> = {
  /** The form's element, for the focus on what is wrong. */
  form: React.RefObject<HTMLFormElement | null>
  problems: Problems
  /** What was thrown by the last try, until the next one. */
  failure: unknown
  busy: boolean
  /** The schema judges first; `send` is called only where it has nothing to say. */
  submit: (value: Value, event?: FormEvent) => Promise<void>
  reset: () => void
}

/** The life of a form: judged by the contract's schema, sent, refused or done. What is typed is never touched. */
export function useSubmit<Value>(
  schema: () => z.ZodType,
  send: (value: Value) => Promise<unknown>,
): Submit<Value> {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (Object.keys(problems).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
  }, [problems])

  async function submit(value: Value, event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (busy) return
    setFailure(undefined)
    const found = problemsOf(schema(), value)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await send(value)
    } catch (error) {
      setFailure(error)
      setProblems(problemsOfFailure(error))
    } finally {
      setBusy(false)
    }
  }

  function reset(): void {
    setProblems({})
    setFailure(undefined)
  }

  return { form, problems, failure, busy, submit, reset }
}
