import type { OutputOf } from '@cairn/contract'
import {
  type ApiTokenKind,
  type ApiTokenScope,
  createApiTokenRequest,
} from '@cairn/contract/schemas/api-tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { scopesQuery } from '../../programs/scopes-query.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/dialog-form-actions.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Choice } from '../../ui/fields/choice.tsx'
import { SelectField, TextField } from '../../ui/fields/field.tsx'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { type ChosenGoal, GoalLimitField } from './goal-limit-field.tsx'
import { texts } from './texts.ts'
import { tokenFormTexts } from './token-form-texts.ts'

export type CreatedToken = OutputOf<'createApiToken'>

type CreateTokenDialogProps = {
  open: boolean
  onClose: () => void
  onCreated: (created: CreatedToken) => Promise<void>
}

export function CreateTokenDialog({ open, onClose, onCreated }: CreateTokenDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={texts.create.title} description={texts.create.text}>
      <CreateTokenForm onClose={onClose} onCreated={onCreated} />
    </Dialog>
  )
}

const kinds: { value: ApiTokenKind; name: string }[] = [
  { value: 'client', name: texts.create.program },
  { value: 'agent', name: texts.create.agent },
]

const lifetimesDays = [7, 30, 90, 180, 365]

function CreateTokenForm({ onClose, onCreated }: Omit<CreateTokenDialogProps, 'open'>) {
  const { data: offered, error, refetch } = useQuery(scopesQuery)
  const [name, setName] = useState('')
  const [kind, setKind] = useState<ApiTokenKind>('client')
  const [goals, setGoals] = useState<ChosenGoal[]>()
  const [chosen, setChosen] = useState<ApiTokenScope[]>()
  const [expiresInDays, setExpiresInDays] = useState(90)
  const scopes = chosen ?? offered?.filter((scope) => scope.default).map(({ id }) => id) ?? []
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: createApiTokenRequest,
    body: {
      name,
      kind,
      scopes,
      ...(goals && { goalIds: goals.map(({ id }) => id) }),
      expiresInDays,
    },
    texts: tokenFormTexts,
    send: async (body) => onCreated(await api.createApiToken({ body })),
  })

  function toggle(scope: ApiTokenScope): void {
    setChosen(scopes.includes(scope) ? scopes.filter((other) => other !== scope) : [...scopes, scope])
  }

  return (
    <form ref={form} noValidate className="space-y-6" onSubmit={(event) => void submit(event)}>
      <TextField
        label={texts.create.name}
        hint={texts.create.nameHint}
        value={name}
        onChange={(event) => setName(event.target.value)}
        problem={problems.name}
        autoComplete="off"
      />
      <Choice
        legend={texts.create.usedBy}
        hint={texts.create.usedByHint}
        value={kind}
        onChange={setKind}
        options={kinds}
        problem={problems.kind}
      />
      <FieldGroup legend={texts.create.scopes} hint={texts.create.scopesHint} problem={problems.scopes}>
        <FailureNotice failure={error} onRetry={() => void refetch()} />
        {!offered && !error && <ListSkeleton rows={1} label={texts.create.loading} />}
        {offered?.map(({ id, label, description }) => (
          <Checkbox
            key={id}
            label={
              <>
                {label} <code className="ml-1 text-xs font-normal text-ink-faint">{id}</code>
              </>
            }
            hint={description}
            checked={scopes.includes(id)}
            onChange={() => toggle(id)}
          />
        ))}
      </FieldGroup>
      <GoalLimitField goals={goals} onChange={setGoals} problem={problems.goalIds} />
      <SelectField
        label={texts.create.validFor}
        value={expiresInDays}
        onChange={(event) => setExpiresInDays(Number(event.target.value))}
        problem={problems.expiresInDays}
        className="max-w-48"
      >
        {lifetimesDays.map((days) => (
          <option key={days} value={days}>
            {texts.create.days(days)}
          </option>
        ))}
      </SelectField>
      <DialogFormActions onCancel={onClose} failure={failure} busy={busy}>
        {texts.create.action}
      </DialogFormActions>
    </form>
  )
}
