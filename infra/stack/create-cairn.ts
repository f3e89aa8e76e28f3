import { existsSync, readFileSync } from 'node:fs'
import { type App, Aspects } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { readConfiguration } from '../configuration/configuration.ts'
import { createSettings, SettingError } from '../configuration/configuration-settings.ts'
import { CairnStack } from './cairn-stack.ts'

/**
 * Creates the stack that context, environment and the file of the stage configure, checked by cdk-nag: a finding without a suppression
 * fails `synth`. With several stages (`stage=dev,production`) it creates one for each, so that the same assembly is deployed to all.
 *
 * @throws SettingError with a sentence for the deployer.
 */
export function createCairn(
  app: App,
  environment: Readonly<Record<string, string | undefined>>,
  stages: URL = new URL('../stages/', import.meta.url),
): CairnStack[] {
  const stacks = createStacks(app, environment, stages)
  Aspects.of(app).add(new AwsSolutionsChecks({ verbose: true }))
  Aspects.of(app).add(new ServerlessChecks({ verbose: true }))
  return stacks
}

/** The stacks of `createCairn`, unchecked: for tests of their contents, which would spend most of their time on the checks. */
export function createStacks(
  app: App,
  environment: Readonly<Record<string, string | undefined>>,
  stages: URL = new URL('../stages/', import.meta.url),
): CairnStack[] {
  const context = app.node.getAllContext() as Record<string, unknown>
  const configurations = stagesIn(context.stage ?? environment.CAIRN_STAGE).map((stage) =>
    readConfiguration(
      createSettings({ ...context, ...(stage !== undefined && { stage }) }, environment, (name) =>
        readStage(new URL(`${name}.json`, stages), name),
      ),
    ),
  )
  return configurations.map((configuration) => new CairnStack(app, configuration))
}

/** The stages of the setting: one, which may be missing, or several with commas between them. */
function stagesIn(setting: unknown): (string | undefined)[] {
  const names = String(setting ?? '').split(',')
  if (names.length === 1) return [undefined]
  if (names.every((name) => name.trim() !== '') && new Set(names).size === names.length) return names
  throw new SettingError('stage must be one stage, or several different ones with commas between them.')
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
