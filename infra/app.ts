/** The program that `cdk` runs (cdk.json). */
import { App } from 'aws-cdk-lib'
import { SettingError } from './configuration/configuration-settings.ts'
import { createCairn } from './stack/create-cairn.ts'

const app = new App()
try {
  createCairn(app, process.env)
} catch (error) {
  if (!(error instanceof SettingError)) throw error
  console.error(error.message)
  process.exit(1)
}
app.synth()
