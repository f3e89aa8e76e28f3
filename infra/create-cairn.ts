import { existsSync, readFileSync } from 'node:fs'
import { type App, Aspects } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { CairnStack } from './cairn-stack.ts'
import { readConfiguration } from './configuration/configuration.ts'
import { createSettings, SettingError } from './configuration/configuration-settings.ts'

/**
 * Creates the stack that context, environment and the file of the stage configure, checked by cdk-nag: a finding without a suppression fails `synth`.
 *
 * @throws SettingError with a sentence for the deployer.
 */
export function createCairn(
  app: App,
  environment: Readonly<Record<string, string | undefined>>,
  stages: URL = new URL('stages/', import.meta.url),
): CairnStack {
  const settings = createSettings(app.node.getAllContext() as Record<string, unknown>, environment, (stage) =>
    readStage(new URL(`${stage}.json`, stages), stage),
  )
  const stack = new CairnStack(app, readConfiguration(settings))
  Aspects.of(app).add(new AwsSolutionsChecks({ verbose: true }))
  Aspects.of(app).add(new ServerlessChecks({ verbose: true }))
  return stack
}

/** Returns what the file of a stage says. A stage needs none. */
function readStage(file: URL, stage: string): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) return {}
  const problem = new SettingError(`infra/stages/${stage}.json must be a JSON object of settings.`)
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return { ...content }
  } catch {
    throw problem
  }
  throw problem
}
