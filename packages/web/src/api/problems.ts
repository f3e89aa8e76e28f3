import { ApiError } from '@cairn/contract/client'
import type * as z from 'zod'

/** What is wrong with which field; paths are dotted (`criteria.0.title`), as in the service's own answers. */
export type Problems = Record<string, string>

/** The contract's rule as a sentence: "must not be empty" says nothing without its subject, which the label is. */
function sentence(message: string): string {
  const text = message.startsWith('must ') ? `This ${message}` : message
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}

/** Judges a form by the contract's own schema, before anything is sent. */
export function problemsOf(schema: z.ZodType, value: unknown): Problems {
  const result = schema.safeParse(value)
  if (result.success) return {}
  const problems: Problems = {}
  for (const { path, message } of result.error.issues) problems[path.join('.')] ??= sentence(message)
  return problems
}

/** What the service had to say about single fields. */
export function problemsOfFailure(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {}
  const problems: Problems = {}
  for (const { path, message } of error.details) problems[path] ??= sentence(message)
  return problems
}
