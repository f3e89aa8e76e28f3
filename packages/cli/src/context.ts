import { type CairnClient, clientVersion, createCairnClient, type Me, type TokenSource } from '@cairn/client'
import type { Command } from 'commander'
import type { ExitCode } from './exit-codes.ts'
import type { Io } from './io.ts'
import { jsonText, linesOf } from './output/escape.ts'
import { styles } from './output/styles.ts'
import type { People } from './output/words.ts'
import { findCredential } from './settings/credentials.ts'
import { recall, remember } from './settings/memory.ts'

/** Options of the program, which stand before or after the command. */
export type GlobalOptions = { json?: boolean; origin?: string; allowHttp?: boolean }

export const programName = `cairn-cli/${clientVersion}`

/** What every command works with. */
export type Context = {
  environment: NodeJS.ProcessEnv
  io: Io
  json: boolean
  options: GlobalOptions
  /** Prints lines for people. Values in them are escaped by whoever makes the lines. */
  print: (...lines: string[]) => Promise<void>
  /** Prints one JSON document. */
  printJson: (value: unknown, indent?: number) => Promise<void>
  /** Prints to standard error, so that a pipe gets the data alone. */
  note: (...lines: string[]) => void
  style: ReturnType<typeof styles>
  /** Sets the exit code of a command that does not fail. */
  endWith: (code: ExitCode) => void
  /** @throws `CommandError` if nobody is signed in. */
  connect: () => Promise<Connection>
}

export type Connection = { cairn: CairnClient; origin: string }

export function createContext(command: Command, io: Io, endWith: Context['endWith']): Context {
  const options = command.optsWithGlobals<GlobalOptions>()
  const { environment, stdout } = io
  return {
    environment,
    io,
    json: options.json ?? false,
    options,
    print: async (...lines) => {
      if (lines.length > 0) await write(io, `${lines.join('\n')}\n`)
    },
    printJson: (value, indent = 2) => write(io, `${jsonText(value, indent)}\n`),
    note: (...lines) => {
      io.stderr.write(lines.map((line) => `${line}\n`).join(''))
    },
    endWith,
    style: styles((stdout.isTTY ?? false) && !environment.NO_COLOR && environment.TERM !== 'dumb'),
    connect: async () => {
      const { origin, token } = await findCredential(environment, options.origin)
      return { cairn: clientFor(origin, token, options, io), origin }
    },
  }
}

export function clientFor(
  origin: string,
  token: TokenSource,
  { allowHttp = false }: GlobalOptions,
  { pause }: Pick<Io, 'pause'>,
): CairnClient {
  return createCairnClient({ origin, token, userAgent: programName, allowInsecureOrigin: allowHttp, pause })
}

/** Waits while a pipe is full, so that a large export does not fill the memory. */
function write({ stdout }: Io, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (stdout.write(text)) resolve()
    else stdout.once('drain', resolve)
  })
}

/** The caller, as sentences need it: they say "you". */
export function peopleOf({ user }: Me, others: readonly { id: string; displayName: string }[] = []): People {
  const names = [...others, user].map(({ id, displayName }) => [id, displayName] as const)
  return { userId: user.id, names: new Map(names) }
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
