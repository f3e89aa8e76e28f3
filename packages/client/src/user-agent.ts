import { clientVersion } from './version.ts'

type Runtime = {
  document?: unknown
  Bun?: { version: string }
  Deno?: { version: { deno: string } }
  process?: { versions?: { node?: string } }
}

/** Returns the header, or undefined in a browser, which sends its own. */
export function userAgentOf(
  program: string | undefined,
  runtime: Runtime = globalThis as Runtime,
): string | undefined {
  if (runtime.document !== undefined) return undefined
  const { Bun, Deno, process } = runtime
  const platform = Bun
    ? `bun/${Bun.version}`
    : Deno
      ? `deno/${Deno.version.deno}`
      : process?.versions?.node && `node/${process.versions.node}`
  return [program, `cairn-client/${clientVersion}`, platform].filter(Boolean).join(' ')
}
