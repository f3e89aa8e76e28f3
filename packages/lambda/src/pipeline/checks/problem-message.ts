import type * as z from 'zod'

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

const formatExamples: Record<string, string> = {
  guid: 'a UUID',
  date: 'a date such as 2026-11-20',
}

/**
 * Returns what to do about a problem for which the schema has no message of its own, instead of zod's message. Undefined
 * for kinds of problems that no schema of the contract has.
 */
export function problemMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'This field is required.'
  switch (issue.code) {
    case 'invalid_type':
      return useInstead(typeNames[issue.expected])
    case 'invalid_value':
      return useInstead(oneOf(issue.values))
    case 'invalid_union':
      return useInstead(Array.isArray(issue.options) ? oneOf(issue.options) : undefined)
    case 'invalid_format':
      return useInstead(formatExamples[issue.format])
    case 'too_small':
      return `Use at least ${issue.minimum}.`
    case 'too_big':
      return `Use at most ${issue.maximum}.`
  }
}

function useInstead(wanted: string | undefined): string | undefined {
  return wanted && `Use ${wanted}.`
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`
}
