// Runs in AWS Lambda, inline in the template: only what its runtime has, and at most 4 KB.
const { SecretsManagerClient, DescribeSecretCommand } = require('@aws-sdk/client-secrets-manager')

const client = new SecretsManagerClient()
const { WEB_ORIGIN: origin, SIGN_IN, SECRET_ARNS, METRICS_NAMESPACE } = process.env

/** Requests an address, and throws unless the status is one of those expected. */
async function expectStatus(path, statuses, init = {}) {
  const response = await fetch(`${origin}${path}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
    ...init,
    headers: { 'user-agent': 'cairn-check', origin, ...init.headers },
  })
  const text = await response.text()
  if (statuses.includes(response.status)) return text
  throw new Error(`${init.method ?? 'GET'} ${path} answered ${response.status}`)
}

/** Asks for health and a page, and signs in as nobody. Only what has looked for the account can say that its password is wrong. */
async function checkService() {
  const health = await expectStatus('/health', [200])
  if (JSON.parse(health).status !== 'ok') throw new Error('GET /health does not say ok')
  const page = await expectStatus('/', [200])
  if (!page.includes('<html')) throw new Error('GET / is no page')
  await expectStatus('/v1/auth/config', [200])
  if (SIGN_IN === 'redirect') await expectStatus('/v1/auth/login', [302])
  if (SIGN_IN !== 'password') return
  const refused = await expectStatus('/v1/auth/login', [401], {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'check@cairn.invalid', password: 'there is no such account' }),
  })
  const { error } = JSON.parse(refused)
  if (error !== 'invalid_credentials') throw new Error(`POST /v1/auth/login answered ${error}`)
}

/** Reports the age of the oldest secret, as a metric in a line of the log. */
async function reportSecrets() {
  const ages = SECRET_ARNS.split(',').map(async (SecretId) => {
    const { LastChangedDate, CreatedDate } = await client.send(new DescribeSecretCommand({ SecretId }))
    return (Date.now() - new Date(LastChangedDate ?? CreatedDate).getTime()) / 86_400_000
  })
  const days = Math.floor(Math.max(...(await Promise.all(ages))))
  const metric = { Namespace: METRICS_NAMESPACE, Dimensions: [[]], Metrics: [{ Name: 'secretAgeDays' }] }
  // The runtime would wrap what console.log gets.
  process.stdout.write(
    `${JSON.stringify({ _aws: { Timestamp: Date.now(), CloudWatchMetrics: [metric] }, secretAgeDays: days })}\n`,
  )
}

exports.handler = async ({ check }) => (check === 'secrets' ? reportSecrets() : checkService())
