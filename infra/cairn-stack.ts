import { CfnOutput, Stack, Tags } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { Configuration } from './configuration/configuration.ts'
import { createSecrets } from './data/secrets.ts'
import { createTable } from './data/table.ts'
import { createDistribution } from './edge/distribution.ts'
import { createFirewall } from './edge/firewall.ts'
import { createRecords } from './edge/own-domain.ts'
import { createSiteBucket, deploySite } from './edge/site.ts'
import { addRoutes, createApi } from './functions/api.ts'
import { createEmailSender } from './functions/email.ts'
import { createCleanUp } from './functions/goal-cleanup.ts'
import { createGroupFunctions } from './functions/group-functions.ts'
import { createAlarms } from './monitoring/alarms.ts'
import { createDashboard } from './monitoring/dashboard.ts'
import { createStackPolicy } from './stack-policy.ts'

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
