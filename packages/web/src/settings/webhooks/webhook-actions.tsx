import type { Webhook, WebhookDelivery } from '@cairn/contract/schemas/webhooks'
import { useRouter } from '@tanstack/react-router'
import { CirclePause, CirclePlay, KeyRound, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { fill } from '../../language/fill.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { toast } from '../../ui/toast.ts'
import { texts } from './texts.ts'
import { type WebhookBody, WebhookForm } from './webhook-form.tsx'
import { titleOf } from './webhook-texts.ts'

type WebhookActionsProps = {
  webhook: Webhook
  onTest: (delivery: WebhookDelivery) => Promise<void>
  onSecret: (secret: string) => Promise<void>
  onChange: () => Promise<void>
}

export function WebhookActions({ webhook, onTest, onSecret, onChange }: WebhookActionsProps) {
  const params = { webhookId: webhook.id }
  const isPaused = webhook.state === 'paused'
  const router = useRouter()
  const [activity, setActivity] = useState<'editing' | 'rotating' | 'deleting'>()
  const [busy, setBusy] = useState<'testing' | 'switching'>()
  const [failure, setFailure] = useState<unknown>()
  const stop = () => setActivity(undefined)

  async function run(name: 'testing' | 'switching', action: () => Promise<void>): Promise<void> {
    setBusy(name)
    setFailure(undefined)
    try {
      await action()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(undefined)
    }
  }

  const test = () => run('testing', async () => onTest((await api.testWebhook({ params })).delivery))

  const pauseOrResume = () =>
    run('switching', async () => {
      await api.updateWebhook({ params, body: { state: isPaused ? 'active' : 'paused' } })
      await onChange()
      toast.success(isPaused ? texts.actions.resumed : texts.actions.paused)
    })

  async function save(body: WebhookBody): Promise<void> {
    await api.updateWebhook({ params, body })
    stop()
    await onChange()
    toast.success(texts.actions.saved)
  }

  async function rotate(): Promise<void> {
    const { secret } = await api.rotateWebhookSecret({ params })
    // Close first: a secret behind an open dialog could not take the focus.
    stop()
    void onSecret(secret)
  }

  async function remove(): Promise<void> {
    try {
      await api.deleteWebhook({ params })
    } catch (error) {
      // Already deleted: by someone else, or by an earlier attempt whose response was lost.
      if (!isApiError(error, 'webhook_not_found')) throw error
    }
    await router.navigate({ to: '/settings/webhooks', replace: true })
    void onChange()
    toast.success(texts.actions.deleted)
  }

  const Switch = isPaused ? CirclePlay : CirclePause
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={busy === 'testing'}
          busyText={texts.actions.sending}
          onClick={() => void test()}
        >
          <Send className="size-4" aria-hidden="true" />
          {texts.actions.test}
        </Button>
        <Button busy={busy === 'switching'} onClick={() => void pauseOrResume()}>
          <Switch className="size-4" aria-hidden="true" />
          {isPaused ? texts.actions.resume : texts.actions.pause}
        </Button>
        <Button onClick={() => setActivity('editing')}>
          <Pencil className="size-4" aria-hidden="true" />
          {texts.actions.edit}
        </Button>
        <Button onClick={() => setActivity('rotating')}>
          <KeyRound className="size-4" aria-hidden="true" />
          {texts.actions.newSecret}
        </Button>
        <Button variant="quiet" onClick={() => setActivity('deleting')}>
          <Trash2 className="size-4" aria-hidden="true" />
          {texts.actions.delete}
        </Button>
      </div>
      <FailureNotice failure={failure} className="max-w-3xl" />
      <Dialog open={activity === 'editing'} onOpenChange={stop} title={texts.actions.editTitle}>
        <WebhookForm webhook={webhook} onCancel={stop} send={save} />
      </Dialog>
      <ConfirmDialog
        open={activity === 'rotating'}
        onClose={stop}
        title={texts.rotation.question}
        action={texts.rotation.action}
        variant="primary"
        onConfirm={rotate}
      >
        <p>{texts.rotation.text}</p>
        {webhook.previousSecretExpiresAt && <p className="font-medium text-ink">{texts.rotation.previous}</p>}
      </ConfirmDialog>
      <ConfirmDialog
        open={activity === 'deleting'}
        onClose={stop}
        title={texts.deletion.question}
        action={texts.deletion.action}
        onConfirm={remove}
      >
        <p>
          {fill(texts.deletion.text, {
            webhook: <strong className="font-semibold text-ink">{titleOf(webhook)}</strong>,
          })}
        </p>
      </ConfirmDialog>
    </>
  )
}
