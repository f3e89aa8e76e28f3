import type { OutputOf } from '@cairn/contract'
import { eventTypes } from '@cairn/contract/schemas/feed/events'
import { maximumWebhooksPerOrganization, type Webhook } from '@cairn/contract/schemas/webhooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { fill } from '../../language/fill.tsx'
import { Ago } from '../../presentation/time/moment.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { describeTypes } from './event-type-names.ts'
import { ForAdministrators } from './for-administrators.tsx'
import { NewSecret } from './new-secret.tsx'
import { texts } from './texts.ts'
import { type WebhookBody, WebhookForm } from './webhook-form.tsx'
import { reloadWebhooks, webhooksQuery } from './webhook-queries.ts'
import { WebhookState } from './webhook-state.tsx'
import { formatTexts, titleOf } from './webhook-texts.ts'

export function WebhooksPage() {
  return useActiveOrganization().canAdminister ? <Webhooks /> : <ForAdministrators />
}

function Webhooks() {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const { data: webhooks, error, refetch } = useQuery(webhooksQuery(organization.id))
  const [isCreating, setIsCreating] = useState(false)
  /** Contains the secret, which the service returns only once. */
  const [created, setCreated] = useState<OutputOf<'createWebhook'>>()

  async function send({ types, ...body }: WebhookBody): Promise<void> {
    // All types are the default, and include those of later versions.
    const chosen = types.length === eventTypes.length ? {} : { types }
    setCreated(await api.createWebhook({ body: { ...body, ...chosen } }))
    setIsCreating(false)
    await reloadWebhooks(queryClient, organization.id)
  }

  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      <Plus className="size-4.5" aria-hidden="true" />
      {texts.list.create}
    </Button>
  )
  return (
    <Page
      title={texts.title}
      intro={texts.list.intro(organization.name)}
      actions={webhooks && webhooks.length > 0 && create}
    >
      {created && (
        <NewSecret
          secret={created.secret}
          actions={
            <Link
              to="/settings/webhooks/$webhookId"
              params={{ webhookId: created.webhook.id }}
              className={buttonClass({ size: 'small' })}
            >
              {texts.list.open}
            </Link>
          }
        >
          {fill(formatTexts[created.webhook.format].ready, {
            webhook: <strong className="font-semibold">{titleOf(created.webhook)}</strong>,
          })}
        </NewSecret>
      )}
      {error && !webhooks && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!webhooks && !error && <ListSkeleton rows={2} label={texts.list.loading} />}
      {webhooks?.length === 0 && (
        <Empty title={texts.list.none} actions={create}>
          {texts.list.noneText}
        </Empty>
      )}
      {webhooks && webhooks.length > 0 && (
        <ul
          aria-label={texts.title}
          className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
        >
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      {webhooks && webhooks.length >= maximumWebhooksPerOrganization && (
        <p className="text-sm text-ink-faint">{texts.list.maximum(maximumWebhooksPerOrganization)}</p>
      )}
      <Dialog
        open={isCreating}
        onOpenChange={setIsCreating}
        title={texts.list.create}
        description={texts.list.createText}
      >
        <WebhookForm onCancel={() => setIsCreating(false)} send={send} />
      </Dialog>
    </Page>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, description, types, format, lastDeliveredAt } = webhook
  return (
    <li className="relative flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-4 transition-colors hover:bg-sunken sm:px-5">
      <div className="min-w-0 flex-1 basis-64 space-y-1">
        <Link
          to="/settings/webhooks/$webhookId"
          params={{ webhookId: id }}
          className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <span className="line-clamp-2">{titleOf(webhook)}</span>
        </Link>
        {description !== null && <p className="line-clamp-1 text-sm break-all text-ink-soft">{url}</p>}
        <p className="text-sm text-ink-faint">
          {fill(lastDeliveredAt ? texts.list.row : texts.list.rowUnused, {
            types: describeTypes(types),
            format: formatTexts[format].name,
            ago: lastDeliveredAt && <Ago time={lastDeliveredAt} />,
          })}
        </p>
      </div>
      <WebhookState {...webhook} />
    </li>
  )
}
