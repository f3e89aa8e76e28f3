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
 * The context `cairn:functions` names a directory of prebuilt functions, for tests of the template.
 */
export function functionCode(
  scope: Construct,
  folder: string,
  { authentication, email }: Configuration,
): Code {
  const given: unknown = scope.node.tryGetContext('cairn:functions')
  if (typeof given === 'string') return Code.fromAsset(path.join(given, folder))
  const uses = JSON.stringify({
    provider: authentication.provider,
    email: email?.kind ?? 'off',
  } satisfies Uses)
  let directory = built.get(uses)
  if (directory === undefined) {
    const temporary = mkdtempSync(path.join(tmpdir(), 'cairn-functions-'))
    // The cloud assembly has its own copies by then.
    process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
    directory = temporary
    const folders = functionFolders()
    execFileSync(process.execPath, [buildScript, directory, uses, ...folders], { stdio: 'inherit' })
    built.set(uses, directory)
  }
  return Code.fromAsset(path.join(directory, folder))
}
