import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Bundle, buildFunctions } from '../../../infra/bundling/build.ts'
import type { Uses } from '../../../infra/bundling/leave-out.ts'

/** What most installations use, and nothing more. */
const least: Uses = { provider: 'email', email: 'off' }

/** The folder of a built function: built once in a run of tests, also for what synthesizes the stack with built functions. */
export async function builtCode(folder: string, uses = least): Promise<string> {
  const kept = process.env.SHARED_BUILDS
  if (!kept) throw new Error('there is no directory of built functions')
  // As in `function-code.ts`.
  const directory = path.join(kept, `${uses.provider}-${uses.email}`)
  await buildFunctions(directory, uses, [folder])
  return path.join(directory, folder)
}

/** The files of a built function, and what is in them. */
export async function builtBundle(folder: string, uses = least): Promise<Bundle> {
  const code = await builtCode(folder, uses)
  return {
    files: readdirSync(code).map((name) => ({ name, contents: readFileSync(path.join(code, name)) })),
    metafile: JSON.parse(readFileSync(`${code}.json`, 'utf8')),
  }
}
