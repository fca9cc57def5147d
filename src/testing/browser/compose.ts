/**
 * Confirms a word of an input method with Enter in the focused field as Safari reports it: the composition ends before the
 * key, which has the code 229 and does not say that it belongs to a composition.
 */
export function confirmAsSafari(): void {
  const field = document.activeElement;
  for (const type of ['compositionstart', 'compositionend'])
    field?.dispatchEvent(new CompositionEvent(type, { data: '测试', bubbles: true }));
  field?.dispatchEvent(
    new KeyboardEvent('keydown', {
      key: 'Enter',
      code: 'Enter',
      keyCode: 229,
      bubbles: true,
      cancelable: true,
    }),
  );
}
