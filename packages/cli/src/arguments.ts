import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { InvalidArgumentError } from 'commander'
import { usageError } from './exit-codes.ts'
import type { Io } from './io.ts'

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** A goal's id, or the address of its page. */
export function goalIdIn(argument: string): string {
  const id = new RegExp(`^(?:https?://\\S+/goals/)?(${uuid})/?$`, 'i').exec(argument)?.[1]
  if (!id) throw new InvalidArgumentError('Use the id of a goal, or the address of its page.')
  return id.toLowerCase()
}

/** A goal by which others are found, or the word for those without a parent. */
export const parentIn = (argument: string): string => (argument === 'none' ? argument : goalIdIn(argument))

export function wholeNumber(argument: string): number {
  if (!/^[1-9]\d{0,11}$/.test(argument)) throw new InvalidArgumentError('Use a whole number from 1.')
  return Number(argument)
}

/** Parses a number of tokens or seconds. */
export function amount(argument: string): number {
  if (!/^\d{1,12}$/.test(argument)) throw new InvalidArgumentError('Use a whole number from 0.')
  return Number(argument)
}

/** Parses a cost with up to 6 decimals, and returns millionths. */
export function micros(argument: string): number {
  const [, whole, decimals = ''] = /^(\d{1,6})(?:\.(\d{1,6}))?$/.exec(argument) ?? []
  if (whole === undefined) throw new InvalidArgumentError('Use a number such as 0.25, with up to 6 decimals.')
  return Number(whole) * 1_000_000 + Number(decimals.padEnd(6, '0'))
}

/** A number that may be negative or have decimals. */
export function finite(argument: string): number {
  const number = Number(argument)
  if (argument.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('Use a number.')
  return number
}

/** Parses a value of the header `Idempotency-Key`. */
export function idempotencyKey(argument: string): string {
  if (!/^[\x20-\x7e]{1,200}$/.test(argument)) {
    throw new InvalidArgumentError('Use 1 to 200 printable ASCII characters.')
  }
  return argument
}

export function port(argument: string): number {
  if (!/^\d{1,5}$/.test(argument) || Number(argument) > 65_535)
    throw new InvalidArgumentError('Use 0 to 65535.')
  return Number(argument)
}

/** Returns a parser that takes one of some words. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return (argument: string): Word => {
    const word = words.find((one) => one === argument)
    if (word === undefined) throw new InvalidArgumentError(`Use ${words.join(' or ')}.`)
    return word
  }
}

/** Collects an option that may be given several times. */
export const several = (value: string, before: string[] = []) => [...before, value]

/** Collects goals of an option that may be given several times. */
export const severalGoals = (goal: string, before: unknown) => [
  ...(Array.isArray(before) ? before : []),
  goalIdIn(goal),
]

/** The text of a file, or of standard input with `-`. */
export async function textOf(file: string, { stdin }: Pick<Io, 'stdin'>): Promise<string> {
  if (file === '-') return text(stdin)
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw usageError(`Cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/** Divides `name=value` at the first separator. */
export function pair(argument: string, option: string, separator = '='): [name: string, value: string] {
  const position = argument.indexOf(separator)
  if (position < 1) throw usageError(`Write ${option} as name${separator}value.`)
  return [argument.slice(0, position).trim(), argument.slice(position + separator.length).trim()]
}

export function finiteNumber(value: string, option: string): number {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) throw usageError(`${option}: ${value} is not a number.`)
  return number
}

/** Finds a criterion or measure by its position from 1, its id or its title. */
export function findNamed<T extends { id: string; title: string }>(
  items: readonly T[],
  name: string,
  kind: string,
): T {
  const found =
    items.find(({ id }) => id === name.toLowerCase()) ??
    items.find(({ title }) => title.toLowerCase() === name.toLowerCase()) ??
    (/^\d+$/.test(name) ? items[Number(name) - 1] : undefined)
  if (!found) throw usageError(`The goal has no ${kind} ${name}.`)
  return found
}

/** `--due` or `--continuous`, or nothing. */
export function timeframeOf(options: { due?: string; continuous?: true }) {
  if (options.due !== undefined && options.continuous)
    throw usageError('Use --due or --continuous, not both.')
  if (options.due !== undefined) return { kind: 'deadline', targetDate: options.due } as const
  return options.continuous ? ({ kind: 'continuous' } as const) : undefined
}
