import type { Webhook, WebhookDelivery } from '@cairn/contract/schemas/webhooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { usePeople } from '../../goals/data/people.ts'
import { fill } from '../../language/fill.tsx'
import { formatDateTime } from '../../presentation/time/format.ts'
import { Ago, Day } from '../../presentation/time/moment.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Page, PageTitle } from '../../ui/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { Deliveries } from './deliveries.tsx'
import { describeTypes, eventTypeName } from './event-type-names.ts'
import { ForAdministrators } from './for-administrators.tsx'
import { NewSecret } from './new-secret.tsx'
import { texts } from './texts.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { reloadWebhooks, webhookQuery } from './webhook-queries.ts'
import { WebhookState } from './webhook-state.tsx'
import { attemptText, formatTexts, stateText, titleOf } from './webhook-texts.ts'

const route = getRouteApi('/protected/settings/webhooks/$webhookId')

export function WebhookPage() {
  return useActiveOrganization().canAdminister ? <OneWebhook /> : <ForAdministrators />
}

function OneWebhook() {
  const { webhookId } = route.useParams()
  const organization = useActiveOrganization()
  const { data: webhook, error, refetch } = useQuery(webhookQuery(organization.id, webhookId))
  const isGone = isApiError(error, 'webhook_not_found')
  return (
    <div className="space-y-5">
      <Link to="/settings/webhooks" className={buttonClass({ variant: 'quiet', size: 'small' }, '-ml-3')}>
        <ArrowLeft className="size-4" aria-hidden="true" />
        {texts.page.all}
      </Link>
      {webhook && !isGone && <Details key={webhookId} webhook={webhook} />}
      {!webhook && !error && <ListSkeleton rows={2} label={texts.page.loading} />}
      {isGone && (
        <>
          <PageTitle title={texts.page.notFound}>{texts.page.notFound}</PageTitle>
          <Empty title={texts.page.gone}>{texts.page.maybeDeleted}</Empty>
        </>
      )}
      {error && !isGone && !webhook && (
        <>
          <PageTitle title={texts.page.title}>{texts.page.title}</PageTitle>
          <FailureNotice failure={error} onRetry={() => void refetch()} />
        </>
      )}
    </div>
  )
}

function Details({ webhook }: { webhook: Webhook }) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const [test, setTest] = useState<WebhookDelivery>()
  const title = titleOf(webhook)
  const reload = () => reloadWebhooks(queryClient, organization.id)
  return (
    <Page
      title={title}
      heading={<span className="line-clamp-4">{title}</span>}
      intro={<code className="line-clamp-4 text-sm break-all">{webhook.url}</code>}
    >
      <div className="space-y-5">
        <WebhookState {...webhook} />
        <StateNotice webhook={webhook} />
        <WebhookActions
          webhook={webhook}
          onTest={async (delivery) => {
            setTest(delivery)
            await reload()
          }}
          onSecret={async (issued) => {
            setSecret(issued)
            await reload()
          }}
          onChange={reload}
        />
        {test && <TestResult delivery={test} />}
        {secret !== undefined && <NewSecret secret={secret}>{texts.page.newSecret}</NewSecret>}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <Deliveries webhookId={webhook.id} onRetry={reload} />
        <WebhookFacts webhook={webhook} />
      </div>
    </Page>
  )
}

function StateNotice({ webhook }: { webhook: Webhook }) {
  const text = stateText(webhook)
  if (!text) return null
  return (
    <Notice tone={text.tone} live={false} className="max-w-3xl">
      <p className="font-medium">
        {text.sentence}
        {webhook.failingSince && (
          <>
            {' '}
            {fill(webhook.failingReason === 'slow' ? texts.page.slowSince : texts.page.firstFailure, {
              ago: <Ago time={webhook.failingSince} />,
            })}
          </>
        )}
      </p>
      <p className="mt-1">{text.advice}</p>
    </Notice>
  )
}

function TestResult({ delivery }: { delivery: WebhookDelivery }) {
  const [attempt] = delivery.attempts
  const isDelivered = delivery.state === 'delivered'
  return (
    // A key, so that screen readers announce the same result again.
    <Notice key={delivery.id} tone={isDelivered ? 'good' : 'bad'} className="max-w-3xl">
      <strong className="font-semibold">{isDelivered ? texts.page.tested : texts.page.testFailed}</strong>{' '}
      {attempt && attemptText(attempt)}
    </Notice>
  )
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { nameOf } = usePeople()
  const { types, format, lastDeliveredAt, previousSecretExpiresAt, createdAt, createdByUserId } = webhook
  const isEverything = describeTypes(types) === texts.events.all
  return (
    <aside aria-label={texts.facts.title} className="h-fit rounded-2xl border border-line px-5 py-2">
      <Facts>
        <Fact term={texts.facts.format}>{formatTexts[format].name}</Fact>
        <Fact term={texts.facts.events}>
          {isEverything ? texts.events.all : types.map(eventTypeName).join(', ')}
        </Fact>
        <Fact term={texts.facts.lastDelivered}>
          {lastDeliveredAt ? <Ago time={lastDeliveredAt} /> : texts.facts.nothing}
        </Fact>
        {previousSecretExpiresAt && (
          <Fact term={texts.facts.oldSecret}>
            {texts.facts.oldUntil(formatDateTime(previousSecretExpiresAt))}
          </Fact>
        )}
        <Fact term={texts.facts.created}>
          {fill(texts.facts.createdBy, { day: <Day time={createdAt} />, name: nameOf(createdByUserId) })}
        </Fact>
      </Facts>
    </aside>
  )
}
