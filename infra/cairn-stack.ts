import { CfnOutput, Stack, Tags } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { createAlarms } from './alarms.ts'
import { addRoutes, createApi } from './api.ts'
import { createCleanUp } from './clean-up.ts'
import type { Configuration } from './configuration.ts'
import { createDashboard } from './dashboard.ts'
import { createDistribution } from './distribution.ts'
import { createEmailSender } from './email.ts'
import { createFirewall } from './firewall.ts'
import { createGroupFunctions } from './group-functions.ts'
import { createRecords } from './own-domain.ts'
import { createSecrets } from './secrets.ts'
import { createSiteBucket, deploySite } from './site.ts'
import { createStackPolicy } from './stack-policy.ts'
import { createTable } from './table.ts'

/**
 * Everything of one installation. In one stack, so that one deploy makes it: the API without routes, the distribution
 * in front of it, the functions that are told the distribution's address, the routes to the functions, and then the pages.
 */
export class CairnStack extends Stack {
  constructor(scope: Construct, configuration: Configuration) {
    const { stage, deletionProtection, account, region, domain, email } = configuration
    super(scope, `Cairn-${stage}`, {
      description: 'Cairn, a goal-tracking service',
      env: { ...(account && { account }), ...(region && { region }) },
      terminationProtection: deletionProtection,
    })
    Tags.of(this).add('project', 'cairn')
    Tags.of(this).add('stage', stage)

    const table = createTable(this, configuration)
    const secrets = createSecrets(this, configuration)
    const sender = email && createEmailSender(this, email)
    const siteBucket = createSiteBucket(this)
    const api = createApi(this, configuration)
    const webAclArn = createFirewall(this, configuration)
    const distribution = createDistribution(this, configuration, { api, secrets, siteBucket, webAclArn })
    if (domain) createRecords(this, domain, distribution)
    const parts = { table, secrets, email: sender, distribution }
    const functions = createGroupFunctions(this, configuration, parts)
    const apiStage = addRoutes(this, api, functions, configuration)
    deploySite(this, siteBucket, configuration, [apiStage, ...Object.values(functions)])
    const cleanUp = createCleanUp(this, configuration, table)
    const watched = {
      stage: apiStage,
      functions: [...Object.values(functions), cleanUp.lambda],
      table,
      cleanUp,
      email: sender,
      protection: createStackPolicy(this),
    }
    createDashboard(this, configuration, watched, createAlarms(this, configuration, watched))

    new CfnOutput(this, 'Address', {
      description: 'Where the service is',
      value: `https://${domain?.name ?? distribution.distributionDomainName}`,
    })
    new CfnOutput(this, 'DistributionDomain', {
      description: 'What a record of an own domain points at',
      value: distribution.distributionDomainName,
    })
    new CfnOutput(this, 'TableName', { value: table.tableName })
  }
}
