import * as Dialog from '@radix-ui/react-dialog'
import * as Menu from '@radix-ui/react-dropdown-menu'
import * as Popover from '@radix-ui/react-popover'

export { DialogFrame } from './dialog-frame.tsx'
export { Messages, sendToast } from './messages.tsx'

// Only what the app uses, so that the rest is not loaded.
export const DialogDescription = Dialog.Description
export const Menus = {
  Root: Menu.Root,
  Trigger: Menu.Trigger,
  Portal: Menu.Portal,
  Content: Menu.Content,
  Item: Menu.Item,
  RadioGroup: Menu.RadioGroup,
  RadioItem: Menu.RadioItem,
  CheckboxItem: Menu.CheckboxItem,
  ItemIndicator: Menu.ItemIndicator,
  Label: Menu.Label,
  Separator: Menu.Separator,
}
export const Popovers = {
  Root: Popover.Root,
  Trigger: Popover.Trigger,
  Portal: Popover.Portal,
  Content: Popover.Content,
}
