import { type EventType, eventTypes } from '@cairn/contract/schemas/feed/events'
import {
  createWebhookRequest,
  type Webhook,
  type WebhookFormat,
  webhookFormats,
} from '@cairn/contract/schemas/webhooks'
import { type ReactNode, useId, useState } from 'react'
import { useSubmit } from '../../data/api/use-submit.ts'
import { DialogFormActions } from '../../ui/dialogs/dialog-form-actions.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Choice } from '../../ui/fields/choice.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { describeTypes, eventTypeGroups, eventTypeName } from './event-type-names.ts'
import { texts } from './texts.ts'
import { webhookFieldsByErrorCode, webhookFormTexts } from './webhook-form-texts.ts'
import { formatTexts } from './webhook-texts.ts'

export type WebhookBody = {
  url: string
  description: string | null
  format: WebhookFormat
  types: EventType[]
}

type WebhookFormProps = {
  /** Without it, the form makes a new webhook. */
  webhook?: Webhook
  onCancel: () => void
  send: (body: WebhookBody) => Promise<void>
}

const formatOptions = webhookFormats.map((value) => ({ value, name: formatTexts[value].name }))

/** The form of a webhook's events and address, for new and existing ones. */
export function WebhookForm({ webhook, onCancel, send }: WebhookFormProps) {
  const [values, setValues] = useState({
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    format: webhook?.format ?? 'standard',
    types: webhook?.types ?? [...eventTypes],
  })
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: createWebhookRequest,
    body: { ...values, description: values.description.trim() === '' ? null : values.description },
    texts: webhookFormTexts,
    fieldsByErrorCode: webhookFieldsByErrorCode,
    send,
  })
  const set = (changed: Partial<typeof values>) => setValues({ ...values, ...changed })
  return (
    <form ref={form} noValidate className="space-y-6" onSubmit={(event) => void submit(event)}>
      <Choice
        legend={texts.fields.format}
        value={values.format}
        onChange={(format) => set({ format })}
        options={formatOptions}
        problem={problems.format}
      />
      <TextField
        label={texts.fields.url}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        hint={formatTexts[values.format].urlHint}
        value={values.url}
        onChange={(event) => set({ url: event.target.value })}
        problem={problems.url}
      />
      <TextField
        label={texts.fields.description}
        optional
        autoComplete="off"
        hint={texts.fields.descriptionHint}
        value={values.description}
        onChange={(event) => set({ description: event.target.value })}
        problem={problems.description}
      />
      <TypeFields types={values.types} onChange={(types) => set({ types })} problem={problems.types} />
      <DialogFormActions onCancel={onCancel} failure={failure} busy={busy} busyText={texts.fields.saving}>
        {webhook ? texts.fields.save : texts.fields.create}
      </DialogFormActions>
    </form>
  )
}

type TypeFieldsProps = {
  types: EventType[]
  onChange: (types: EventType[]) => void
  problem: string | undefined
}

/** The types of events by group. A group is chosen as a whole, or opened to choose single types. */
function TypeFields({ types, onChange, problem }: TypeFieldsProps) {
  function set(changed: readonly EventType[], isChosen: boolean): void {
    onChange(eventTypes.filter((type) => (changed.includes(type) ? isChosen : types.includes(type))))
  }
  return (
    <FieldGroup
      legend={texts.fields.events}
      hint={texts.fields.chosen(describeTypes(types))}
      problem={problem}
    >
      {eventTypeGroups.map((group) => {
        const chosen = group.types.filter((type) => types.includes(type))
        return (
          <TypeGroup
            key={group.name}
            name={group.name}
            chosen={chosen.length}
            all={group.types.length}
            onChange={(isChosen) => set(group.types, isChosen)}
          >
            {group.types.map((type) => (
              <Checkbox
                key={type}
                label={
                  <span className="font-normal">
                    {eventTypeName(type)} <code className="ml-1 text-xs text-ink-faint">{type}</code>
                  </span>
                }
                checked={types.includes(type)}
                onChange={(isChosen) => set([type], isChosen)}
              />
            ))}
          </TypeGroup>
        )
      })}
    </FieldGroup>
  )
}

type TypeGroupProps = {
  name: string
  chosen: number
  all: number
  onChange: (isChosen: boolean) => void
  children: ReactNode
}

function TypeGroup({ name, chosen, all, onChange, children }: TypeGroupProps) {
  const id = useId()
  return (
    <div className="rounded-xl border border-line px-3 py-1.5">
      <label className="flex items-center gap-3 px-1 py-1.5">
        <input
          ref={(input) => {
            if (input) input.indeterminate = chosen > 0 && chosen < all
          }}
          type="checkbox"
          id={id}
          className="size-4 shrink-0 accent-(--accent)"
          checked={chosen === all}
          onChange={() => onChange(chosen < all)}
        />
        <span className="text-[0.9375rem] font-medium">{name}</span>
      </label>
      <details className="pb-1 pl-8">
        <summary className="w-fit rounded text-sm text-accent">
          {chosen === all ? texts.fields.all(all) : texts.fields.some(chosen, all)}
          <span className="sr-only">{texts.fields.of(name)}</span>
        </summary>
        <div className="pt-1">{children}</div>
      </details>
    </div>
  )
}
