import { type App, Aspects, Aws, CfnOutput, DefaultStackSynthesizer, Duration, Fn, Stack } from 'aws-cdk-lib'
import {
  type IOidcProvider,
  OidcProviderNative,
  PolicyDocument,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam'
import { AwsSolutionsChecks } from 'cdk-nag'
import { SettingError } from '../configuration/configuration-settings.ts'

const issuer = 'token.actions.githubusercontent.com'

/**
 * The roles of `cdk bootstrap` that a deploy of a finished assembly uses. Not the one for lookups, which may read the data of the
 * account.
 */
const bootstrapRoles = [
  DefaultStackSynthesizer.DEFAULT_DEPLOY_ROLE_ARN,
  DefaultStackSynthesizer.DEFAULT_FILE_ASSET_PUBLISHING_ROLE_ARN,
]

/**
 * Creates the stack with the role that one environment of one repository may assume. The role itself may only assume the bootstrap
 * roles of its account and region. GitHub signs repository and environment into the token, and the rules of the environment decide
 * which branches and whose approval it takes.
 *
 * @throws SettingError with a sentence for the deployer.
 */
export function createRepositoryAccess(app: App): Stack {
  const repository = read(app, 'repository', /^[\w.-]+\/[\w.-]+$/, 'a repository such as example/cairn')
  const environment = read(
    app,
    'environment',
    /^[a-z][a-z0-9-]{0,19}$/,
    'the name of a stage, such as production',
  )
  const providerArn = readOptional(
    app,
    'githubProviderArn',
    new RegExp(`^arn:aws[\\w-]*:iam::\\d{12}:oidc-provider/${issuer.replaceAll('.', '\\.')}$`),
    'the ARN of the provider of GitHub that the account already has',
  )
  const stack = new Stack(app, `Cairn-access-${environment}`, {
    description: `Cairn: the role with which ${repository} deploys ${environment}`,
  })
  const role = new Role(stack, 'Deployer', {
    description: `Deploys ${environment} from ${repository}`,
    maxSessionDuration: Duration.hours(1),
    assumedBy: new WebIdentityPrincipal(providerOf(stack, providerArn).oidcProviderArn, {
      StringEquals: {
        [`${issuer}:aud`]: 'sts.amazonaws.com',
        [`${issuer}:sub`]: `repo:${repository}:environment:${environment}`,
      },
    }),
    inlinePolicies: {
      deploy: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['sts:AssumeRole'],
            resources: bootstrapRoles.map((arn) =>
              Fn.sub(arn, { Qualifier: DefaultStackSynthesizer.DEFAULT_QUALIFIER }),
            ),
          }),
        ],
      }),
    },
  })
  new CfnOutput(stack, 'RoleArn', {
    description: 'The variable AWS_ROLE_ARN of the environment',
    value: role.roleArn,
  })
  new CfnOutput(stack, 'Region', {
    description: 'The variable AWS_REGION of the repository',
    value: Aws.REGION,
  })
  Aspects.of(app).add(new AwsSolutionsChecks({ verbose: true }))
  return stack
}

/** The provider of GitHub's tokens. An account has at most one. */
function providerOf(stack: Stack, arn: string | undefined): IOidcProvider {
  if (arn !== undefined) return OidcProviderNative.fromOidcProviderArn(stack, 'GitHub', arn)
  return new OidcProviderNative(stack, 'GitHub', {
    url: `https://${issuer}`,
    clientIds: ['sts.amazonaws.com'],
  })
}

function read(app: App, name: string, pattern: RegExp, description: string): string {
  const value = readOptional(app, name, pattern, description)
  if (value === undefined) throw new SettingError(`${name} must be set with -c: ${description}.`)
  return value
}

function readOptional(app: App, name: string, pattern: RegExp, description: string): string | undefined {
  const value: unknown = app.node.tryGetContext(name)
  if (value === undefined || value === '') return undefined
  if (pattern.test(String(value))) return String(value)
  throw new SettingError(`${name} must be ${description}.`)
}
