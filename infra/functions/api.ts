import { endpoints } from '@cairn/contract/http/endpoints'
import { allOperations } from '@cairn/contract/registry/registry'
import { Tags } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  type CfnStage,
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { Construct } from 'constructs'
import { accountWideName } from '../configuration/account-wide-name.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { suppress } from '../stack/suppressions.ts'
import type { GroupFunctions } from './group-functions.ts'
import { liveOf } from './live.ts'
import { createLogGroup } from './log-group.ts'

/**
 * The API without routes. The distribution needs its id, the functions need the distribution's domain, and the routes need the
 * functions. In this order there is no cycle, and one deploy creates all of them.
 */
export function createApi(scope: Construct, configuration: Configuration): HttpApi {
  return new HttpApi(scope, 'Api', {
    apiName: accountWideName(scope, configuration, 'api'),
    description: 'Cairn: goals for teams and the programs that work for them',
    createDefaultStage: false,
  })
}

/** A route for every operation of the registry and every endpoint, and `$default` for everything else. */
export function addRoutes(
  scope: Construct,
  api: HttpApi,
  functions: GroupFunctions,
  configuration: Configuration,
): HttpStage {
  const integrations = new Map(
    Object.entries(functions).map(([group, lambda]) => [
      group,
      // One permission for a function instead of one for each of its routes: a stack has at most 500 resources.
      new HttpLambdaIntegration(`${group}Integration`, liveOf(lambda, configuration), {
        scopePermissionToRoute: false,
      }),
    ]),
  )
  const addRoute = (id: string, routeKey: HttpRouteKey, integration: HttpLambdaIntegration | undefined) => {
    if (!integration) throw new Error(`there is no function for ${id}`)
    const route = new HttpRoute(scope, id, {
      httpApi: api,
      routeKey,
      integration,
      authorizer: new HttpNoneAuthorizer(),
    })
    suppress(route, {
      'AwsSolutions-APIG4':
        'The function checks credentials, because sessions and API tokens are records of its table and some routes need none.',
    })
    return route
  }
  const routes = [...allOperations, ...endpoints].map(({ id, method, path, group }) =>
    addRoute(`Route-${id}`, HttpRouteKey.with(path, HttpMethod[method]), integrations.get(group)),
  )
  // The permission without a scope is for routes with a method and a path: it does not cover `$default`.
  const rest = new HttpLambdaIntegration('restIntegration', liveOf(functions.health, configuration))
  routes.push(addRoute('Route-default', HttpRouteKey.DEFAULT, rest))

  const stage = createStage(scope, api, configuration)
  // The limits of a route can be set only if the route exists.
  stage.node.addDependency(...routes)
  return stage
}

function createStage(scope: Construct, api: HttpApi, configuration: Configuration): HttpStage {
  const { throttling } = configuration
  const log = createLogGroup(scope, 'AccessLog', configuration)
  Tags.of(log).add('component', 'api')
  const httpStage = new HttpStage(scope, 'Stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: throttling.requestsPerSecond, burstLimit: throttling.burst },
    accessLogSettings: {
      destination: new LogGroupLogDestination(log),
      format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
    },
  })
  const limit = throttling.passwordRequestsPerSecond
  // They have a separate limit because of their cost.
  const settings = allOperations
    .filter(({ hashesPassword }) => hashesPassword)
    .map(({ method, path }) => [
      `${method} ${path}`,
      { ThrottlingRateLimit: limit, ThrottlingBurstLimit: limit * 2 },
    ])
  const cfnStage = httpStage.node.defaultChild as CfnStage
  cfnStage.routeSettings = Object.fromEntries(settings)
  return httpStage
}

/**
 * The access log has one line per request, with the route instead of the path, and without query, headers and client address, so that
 * it never contains cursors, tokens or credentials. `requestId` is also in the response and in the function's log line.
 */
export const accessLogFields = {
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLength: '$context.responseLength',
  responseLatency: '$context.responseLatency',
  integrationLatency: '$context.integrationLatency',
  integrationStatus: '$context.integrationStatus',
  integrationRequestId: '$context.integration.requestId',
  protocol: '$context.protocol',
  errorType: '$context.error.responseType',
  // Not `messageString`, which includes quotes, so that the line would not be JSON.
  error: '$context.error.message',
  // An error between the gateway and the function. The client does not see it.
  integrationError: '$context.integrationErrorMessage',
}
