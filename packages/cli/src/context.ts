import { type CairnClient, clientVersion, createCairnClient, type Me, type TokenSource } from '@cairn/client'
import type { Command } from 'commander'
import { usageError } from './exit-codes.ts'
import type { Io } from './io.ts'
import { harmless, jsonText, linesOf } from './output/escape.ts'
import { type People, readPeople } from './people.ts'
import { findCredential } from './settings/credentials.ts'
import { recall, remember } from './settings/memory.ts'

const code = (number: number) => (text: string) => `\u001b[${number}m${text}\u001b[0m`
const plain = (text: string) => text

/** Colors for a terminal; none otherwise. They only repeat what words say. */
function styles(hasColors: boolean) {
  const paint = (number: number) => (hasColors ? code(number) : plain)
  return { bold: paint(1), dim: paint(2), red: paint(31), green: paint(32), yellow: paint(33) }
}

/** A parsed command line: the name of the command, and whether an option was used. */
export type Used = { command: string; isUsed: (option: string) => boolean }

/** Options of the program, which stand before or after the command. */
export type GlobalOptions = { json?: boolean; origin?: string; profile?: string; allowHttp?: boolean }

export const programName = `cairn-cli/${clientVersion}`

/** The context that every command works with. */
export type Context = {
  environment: NodeJS.ProcessEnv
  io: Io
  json: boolean
  options: GlobalOptions
  /** The running command and its options. */
  used: Used
  /** Prints lines for people. Values in them are escaped by whoever makes the lines. */
  print: (...lines: string[]) => Promise<void>
  /** Prints a file as it is. */
  write: (text: string) => Promise<void>
  /** Prints one JSON document. */
  printJson: (value: unknown, indent?: number) => Promise<void>
  /** Prints to standard error, so that a pipe gets the data alone. */
  note: (...lines: string[]) => void
  style: ReturnType<typeof styles>
  /** Sets the exit code of a command that does not fail. */
  endWith: (code: number) => void
  /** @throws `CommandError` if nobody is signed in. */
  connect: () => Promise<Connection>
}

export type Connection = {
  cairn: CairnClient
  origin: string
  /** Loaded once. */
  me: () => Promise<Me>
  /** Loaded once. */
  people: () => Promise<People>
}

export function createContext(command: Command, io: Io, endWith: Context['endWith']): Context {
  const options = command.optsWithGlobals<GlobalOptions>()
  const { environment, stdout } = io
  return {
    environment,
    io,
    json: options.json ?? false,
    options,
    used: { command: commandName(command), isUsed: (option) => isUsed(command, option) },
    print: async (...lines) => {
      if (lines.length > 0) await write(io, harmless(`${lines.join('\n')}\n`))
    },
    write: (text) => write(io, text),
    printJson: (value, indent = 2) => write(io, `${jsonText(value, indent)}\n`),
    note: (...lines) => {
      io.stderr.write(harmless(lines.map((line) => `${line}\n`).join('')))
    },
    endWith,
    style: styles((stdout.isTTY ?? false) && !environment.NO_COLOR && environment.TERM !== 'dumb'),
    connect: once(async () => {
      const { origin, token } = await findCredential(environment, options, io.pause)
      const cairn = clientFor(origin, token, options, io)
      const me = once(() => cairn.getMe())
      return { cairn, origin, me, people: once(async () => readPeople(cairn, await me())) }
    }),
  }
}

export function clientFor(
  origin: string,
  token: TokenSource,
  { allowHttp = false }: GlobalOptions,
  { pause }: Pick<Io, 'pause'>,
): CairnClient {
  try {
    return createCairnClient({ origin, token, userAgent: programName, allowInsecureOrigin: allowHttp, pause })
  } catch (error) {
    throw usageError((error as Error).message.replace('set allowInsecureOrigin', 'use --allow-http'))
  }
}

/** Its name without that of the program: `goal edit`. */
function commandName(command: Command): string {
  const { parent } = command
  if (!parent) return ''
  return `${commandName(parent)} ${command.name()}`.trim()
}

function isUsed(command: Command, flag: string): boolean {
  const option = command.options.find(({ long }) => long === flag)
  return option !== undefined && command.getOptionValueSource(option.attributeName()) === 'cli'
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}

/** Waits while a pipe is full, so that a large export does not fill the memory. */
function write({ stdout }: Io, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (stdout.write(text)) resolve()
    else stdout.once('drain', resolve)
  })
}

/** Text of several lines, moved in. */
export const indented = (text: string) => linesOf(text).map((line) => `  ${line}`.trimEnd())

/** The revision of a goal that was read with this command; undefined if none was. */
export async function revisionRead({ environment }: Context, origin: string, goalId: string) {
  return (await recall(environment, origin)).revisions[goalId]
}

/** Remembers that the caller has read a goal up to a revision. Whoever cannot write it reports on the current one. */
export async function rememberRevision(
  { environment }: Context,
  origin: string,
  goalId: string,
  revision: number,
): Promise<void> {
  await remember(environment, origin, { revisions: { [goalId]: revision } }).catch(() => undefined)
}
