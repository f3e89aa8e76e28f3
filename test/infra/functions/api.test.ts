import { allOperations, endpoints } from '@cairn/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessLogFields } from '../../../infra/functions/api.ts'
import { functionOf, samRoutes } from '../support/sam.ts'
import { production, type Synthesized, synthesize, synthLimit } from '../support/synth.ts'

let stack: Synthesized

beforeAll(() => {
  stack = synthesize(production)
}, synthLimit)

/** `goal-labels` is `GoalLabelsFunction…` in the template. */
const functionPrefix = (group: string) =>
  group.replaceAll(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase())

describe('routes', () => {
  it('are exactly the operations of the registry and the endpoints, each at the function of its group', () => {
    const routes = samRoutes(stack).filter(({ path }) => path !== '$default')
    const found = routes.map(
      ({ method, path, functionId }) => `${method} ${path} ${functionId.replace(/Function.*$/, '')}`,
    )
    const declared = [...allOperations, ...endpoints].map(
      ({ method, path, group }) => `${method} ${path} ${functionPrefix(group)}`,
    )
    expect(found.sort()).toEqual(declared.sort())
  })

  it('include $default, at the health function', () => {
    const rest = samRoutes(stack).filter(({ path }) => path === '$default')
    expect(rest).toEqual([expect.objectContaining({ functionId: expect.stringMatching(/^HealthFunction/) })])
  })

  it('send events of payload format 2.0', () => {
    expect(new Set(samRoutes(stack).map(({ payloadFormatVersion }) => payloadFormatVersion))).toEqual(
      new Set(['2.0']),
    )
  })

  it('let the gateway invoke each function, with one permission for all its routes', () => {
    const permissions = stack
      .ofType('AWS::Lambda::Permission')
      .filter(([, { Properties }]) => Properties.Principal !== 'events.amazonaws.com')
    const groups = new Set([...allOperations, ...endpoints].map(({ group }) => functionPrefix(group)))
    const found = permissions.map(([, { Properties }]) => {
      expect(Properties.Principal).toBe('apigateway.amazonaws.com')
      const [, sources] = (Properties.SourceArn as { 'Fn::Join': [string, unknown[]] })['Fn::Join']
      const invoked = functionOf(stack.resources, Properties.FunctionName).replace(/Function.*$/, '')
      return `${invoked} ${sources.at(-1)}`
    })
    // `$default` has no method and no path: its source is `<api>/$default/$default`.
    expect(found.sort()).toEqual([...[...groups].map((group) => `${group} /*/*/*`), 'Health /*/*'].sort())
  })
})

describe('the stage', () => {
  it('is the default stage, and deploys changes automatically', () => {
    expect(stack.single('AWS::ApiGatewayV2::Stage')).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
    })
  })

  it('limits requests, with a separate limit for operations on passwords', () => {
    const { DefaultRouteSettings, RouteSettings } = stack.single('AWS::ApiGatewayV2::Stage')
    expect(DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 5_000, ThrottlingBurstLimit: 2_500 })
    const limit = { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 }
    const paths = [
      'login',
      'register',
      'password/forgot',
      'password/reset',
      'password/change',
      'verify-email/resend',
    ]
    expect(RouteSettings).toEqual(Object.fromEntries(paths.map((path) => [`POST /v1/auth/${path}`, limit])))
  })

  it('is created after the routes that it limits', () => {
    const [[, stage] = [undefined, undefined]] = stack.ofType('AWS::ApiGatewayV2::Stage')
    expect(stage?.DependsOn).toEqual(
      expect.arrayContaining(stack.ofType('AWS::ApiGatewayV2::Route').map(([id]) => id)),
    )
  })

  it('logs each request without data of the client', () => {
    const { AccessLogSettings } = stack.single('AWS::ApiGatewayV2::Stage') as {
      AccessLogSettings: { Format: string }
    }
    expect(JSON.parse(AccessLogSettings.Format)).toEqual(accessLogFields)
    const allowed =
      /^\$context\.(requestId|requestTimeEpoch|routeKey|status|protocol|response\w+|integration[\w.]+|error\.\w+)$/
    for (const variable of Object.values(accessLogFields)) expect(variable).toMatch(allowed)
  })

  it('logs a failed request as JSON, with the errors of the gateway and the integration', () => {
    const { AccessLogSettings } = stack.single('AWS::ApiGatewayV2::Stage') as {
      AccessLogSettings: { Format: string }
    }
    // API Gateway fills in values, or a dash if it has none. `messageString` includes quotes.
    const values: Record<string, string> = {
      status: '500',
      'error.message': 'Internal Server Error',
      'error.messageString': '"Internal Server Error"',
      'error.responseType': 'INTEGRATION_FAILURE',
      integrationErrorMessage:
        "The response from the Lambda function doesn't match the format that API Gateway expects.",
    }
    const line = AccessLogSettings.Format.replaceAll(/\$context\.([\w.]+)/g, (_, name) => values[name] ?? '-')
    expect(JSON.parse(line)).toMatchObject({
      status: '500',
      error: 'Internal Server Error',
      errorType: 'INTEGRATION_FAILURE',
      integrationError: values.integrationErrorMessage,
    })
  })
})
