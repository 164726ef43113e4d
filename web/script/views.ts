// Paper, and all views but the one to play in. They come in a file of their own, once they are needed.

import "./more-words";
import "./main"; // so that what both need is in the first file
import "./print";
import "./view/days";
import "./view/learn";
import "./view/editor";
import "./view/board";
import "./view/search";
import "./view/solutions";
import "./view/sheets";
import "./view/set";
import "./view/plan";
import "./view/teachers";
