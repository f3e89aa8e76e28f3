import type { OutputOf } from '@cairn/contract'
import { agentScopes } from '@cairn/contract/mcp/agent-setup'
import {
  type ApiTokenKind,
  type ApiTokenScope,
  createApiTokenRequest,
} from '@cairn/contract/schemas/api-tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { scopesQuery } from '../../programs/scopes-query.ts'
import { texts as programTexts } from '../../programs/texts.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/dialog-form-actions.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Choice } from '../../ui/fields/choice.tsx'
import { SelectField, TextField } from '../../ui/fields/field.tsx'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { type ChosenGoal, GoalLimitField } from './goal-limit-field.tsx'
import { texts } from './texts.ts'
import { tokenFormTexts } from './token-form-texts.ts'

export type CreatedToken = OutputOf<'createApiToken'>

type CreateTokenDialogProps = {
  open: boolean
  onClose: () => void
  onCreated: (created: CreatedToken) => Promise<void>
  /** The initial values of the form. */
  kind?: ApiTokenKind
}

export function CreateTokenDialog({ open, onClose, onCreated, kind }: CreateTokenDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={texts.create.title} description={texts.create.text}>
      <CreateTokenForm onClose={onClose} onCreated={onCreated} {...(kind && { kind })} />
    </Dialog>
  )
}

const kinds: { value: ApiTokenKind; name: string }[] = [
  { value: 'client', name: texts.create.program },
  { value: 'agent', name: texts.create.agent },
]

const { scopes: scopeTexts } = programTexts

const lifetimesDays = [7, 30, 90, 180, 365]

/** The default choice: an agent reads and reports. */
const preselected = (kind: ApiTokenKind, offered: readonly { id: ApiTokenScope; default: boolean }[]) =>
  offered
    .filter((scope) => (kind === 'agent' ? agentScopes.includes(scope.id) : scope.default))
    .map(({ id }) => id)

function CreateTokenForm({
  onClose,
  onCreated,
  kind: first = 'client',
}: Omit<CreateTokenDialogProps, 'open'>) {
  const { data: offered, error, refetch } = useQuery(scopesQuery)
  const [name, setName] = useState('')
  const [kind, setKind] = useState(first)
  const [goals, setGoals] = useState<ChosenGoal[]>()
  const [chosen, setChosen] = useState<ApiTokenScope[]>()
  const [expiresInDays, setExpiresInDays] = useState(90)
  const scopes = chosen ?? (offered ? preselected(kind, offered) : [])
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
        {offered?.map(({ id }) => (
          <Checkbox
            key={id}
            label={
              <>
                {scopeTexts[id].label} <code className="ml-1 text-xs font-normal text-ink-faint">{id}</code>
              </>
            }
            hint={scopeTexts[id].description}
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
      <DialogFormActions onCancel={onClose} failure={failure} busy={busy} blocked={!offered}>
        {texts.create.action}
      </DialogFormActions>
    </form>
  )
}
