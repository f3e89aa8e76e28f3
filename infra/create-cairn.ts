import { type App, Aspects } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { CairnStack } from './cairn-stack.ts'
import { readConfiguration } from './configuration/configuration.ts'
import { createSettings } from './configuration/configuration-settings.ts'

/**
 * Creates the stack that context and environment configure, checked by cdk-nag: a finding without a suppression fails `synth`.
 *
 * @throws SettingError with a sentence for the deployer.
 */
export function createCairn(app: App, environment: Readonly<Record<string, string | undefined>>): CairnStack {
  const settings = createSettings(app.node.getAllContext() as Record<string, unknown>, environment)
  const stack = new CairnStack(app, readConfiguration(settings))
  Aspects.of(app).add(new AwsSolutionsChecks({ verbose: true }))
  Aspects.of(app).add(new ServerlessChecks({ verbose: true }))
  return stack
}
