import type { GoalView } from '@cairn/contract/schemas/goal-views'
import { EllipsisVertical, Pencil, Plus, RefreshCw, Trash2, Undo2, UserRound, UsersRound } from 'lucide-react'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/dialogs/menu.tsx'
import { texts } from './texts.ts'
import { useViewChanges } from './use-view-changes.ts'

/** Own views are the owner's; shared ones are changed by their owner and by administrators. The service decides. */
function useViewAuthority({ ownerUserId }: Pick<GoalView, 'ownerUserId'>) {
  const { user } = useSession()
  const { canAdminister } = useActiveOrganization()
  const isOwner = ownerUserId === user.id
  return { isOwner, canChange: isOwner || canAdminister }
}

/** The dialogs that the actions open. */
export type OpenDialog = 'save' | 'rename' | 'delete'

type ViewActionsProps = {
  view: GoalView
  /** The current search of the list, if it differs from the view. */
  changedQuery: string | undefined
  onReset: () => void
  onOpen: (dialog: OpenDialog) => void
}

/** Actions on the open view: the first as a button, all of them in a menu. */
export function ViewActions(props: ViewActionsProps) {
  return (
    <>
      <UpdateButton {...props} />
      <ViewMenu {...props} />
    </>
  )
}

/** Updates a view that differs, or keeps the difference as a view of one's own. Phones have it in the menu. */
function UpdateButton({ view, changedQuery, onOpen }: ViewActionsProps) {
  const { change } = useViewChanges()
  const { canChange } = useViewAuthority(view)
  if (changedQuery === undefined) return null
  const update = () => void change(view, { query: changedQuery }, texts.done.updated)
  return (
    <Button size="small" className="max-sm:hidden" onClick={canChange ? update : () => onOpen('save')}>
      {canChange ? texts.update : texts.save}
    </Button>
  )
}

function ViewMenu({ view, changedQuery, onReset, onOpen }: ViewActionsProps) {
  const { change } = useViewChanges()
  const { isOwner, canChange } = useViewAuthority(view)
  const iconClass = 'size-4.5 shrink-0 text-ink-faint'
  if (!canChange && changedQuery === undefined) return null
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton label={texts.actions(view.name)} className="size-10 sm:size-8">
          <EllipsisVertical className="size-4.5" aria-hidden="true" />
        </IconButton>
      </MenuTrigger>
      <MenuContent align="end">
        {changedQuery !== undefined && (
          <>
            {canChange && (
              <MenuItem onSelect={() => void change(view, { query: changedQuery }, texts.done.updated)}>
                <RefreshCw className={iconClass} aria-hidden="true" />
                {texts.update}
              </MenuItem>
            )}
            <MenuItem onSelect={onReset}>
              <Undo2 className={iconClass} aria-hidden="true" />
              {texts.menu.reset}
            </MenuItem>
            <MenuItem onSelect={() => onOpen('save')}>
              <Plus className={iconClass} aria-hidden="true" />
              {texts.menu.saveAsNew}
            </MenuItem>
            {canChange && <MenuSeparator />}
          </>
        )}
        {canChange && (
          <>
            <MenuItem onSelect={() => onOpen('rename')}>
              <Pencil className={iconClass} aria-hidden="true" />
              {texts.menu.rename}
            </MenuItem>
            {!view.isShared && (
              <MenuItem onSelect={() => void change(view, { isShared: true }, texts.done.shared)}>
                <UsersRound className={iconClass} aria-hidden="true" />
                {texts.menu.share}
              </MenuItem>
            )}
            {view.isShared && isOwner && (
              <MenuItem onSelect={() => void change(view, { isShared: false }, texts.done.unshared)}>
                <UserRound className={iconClass} aria-hidden="true" />
                {texts.menu.unshare}
              </MenuItem>
            )}
            <MenuItem onSelect={() => onOpen('delete')}>
              <Trash2 className={iconClass} aria-hidden="true" />
              {texts.menu.remove}
            </MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  )
}
