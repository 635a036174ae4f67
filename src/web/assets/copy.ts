// A button with data-copy puts that text on the clipboard and says so. It stays hidden where there is no clipboard.
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  if (navigator.clipboard === undefined) continue;
  button.hidden = false;
  const label = button.textContent;
  const say = (words: string | undefined): void => void (button.textContent = words ?? label);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(button.dataset['copy'] ?? '');
    say(button.dataset['done']);
    setTimeout(() => say(label), 2_000);
  };
  button.addEventListener('click', () => void copy());
}
