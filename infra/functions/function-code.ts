import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Code } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { functionFolders } from '../bundling/function-folders.ts'
import type { Uses } from '../bundling/leave-out.ts'
import type { Configuration } from '../configuration/configuration.ts'

const buildScript = fileURLToPath(new URL('../bundling/build.ts', import.meta.url))
const built = new Map<string, string>()

/**
 * The built function as an asset. One separate process builds all functions, because constructs are synchronous and esbuild's plugins
 * are not. An asset's hash is that of its content, so an unchanged tree deploys nothing.
 *
 * The context `cairn:functions` names a directory of prebuilt functions, for tests of the template. The environment variable
 * `SHARED_BUILDS` names one in which functions remain for other processes, until somebody changes the code: for one run of tests.
 */
export function functionCode(
  scope: Construct,
  folder: string,
  { authentication, email }: Configuration,
): Code {
  const given: unknown = scope.node.tryGetContext('cairn:functions')
  if (typeof given === 'string') return Code.fromAsset(path.join(given, folder))
  const parts: Uses = { provider: authentication.provider, email: email?.kind ?? 'off' }
  const uses = JSON.stringify(parts)
  let directory = built.get(uses)
  if (directory === undefined) {
    directory = directoryFor(parts)
    const folders = functionFolders()
    execFileSync(process.execPath, [buildScript, directory, uses, ...folders], { stdio: 'inherit' })
    built.set(uses, directory)
  }
  return Code.fromAsset(path.join(directory, folder))
}

function directoryFor({ provider, email }: Uses): string {
  const kept = process.env.SHARED_BUILDS
  if (kept) return path.join(kept, `${provider}-${email}`)
  const temporary = mkdtempSync(path.join(tmpdir(), 'cairn-functions-'))
  // The cloud assembly has its own copies by then.
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
  return temporary
}
