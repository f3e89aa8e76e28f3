/** The program of `npx cdk deploy --app 'npx node infra/ci/app.ts'`: the role with which a repository deploys, once in each account. */
import { App } from 'aws-cdk-lib'
import { SettingError } from '../configuration/configuration-settings.ts'
import { createRepositoryAccess } from './repository-access.ts'

const app = new App()
try {
  createRepositoryAccess(app)
} catch (error) {
  if (!(error instanceof SettingError)) throw error
  console.error(error.message)
  process.exit(1)
}
app.synth()
